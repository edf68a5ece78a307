/// The options of one binding, gathered.
struct BindingSettings<Instance: Sendable>: Sendable {
    var isLazy = false
    var isTransient = false
    var isOwnedElsewhere = false
    var marks: Set<BindingMark> = []
    var closingTimeLimit: Duration?
    var onClose: (@Sendable (Instance) async throws -> Void)?

    init(_ options: [BindingOption<Instance>]) {
        for option in options {
            switch option.choice {
            case .lazily: isLazy = true
            case .transient: isTransient = true
            case .ownedElsewhere: isOwnedElsewhere = true
            case .marked(let mark): marks.insert(mark)
            case .closingTimeLimit(let limit): closingTimeLimit = limit
            case .onClose(let close): onClose = close
            }
        }
    }

    /// What closes an instance that the scope made, or nil when nothing has to be done.
    func closing(of instance: Instance) -> (@Sendable () async throws -> Void)? {
        if isOwnedElsewhere { return nil }
        if let onClose { return { try await onClose(instance) } }
        if let closable = instance as? any Closable { return { try await closable.close() } }
        return nil
    }

    /// What closes an instance that was given to the scope ready made: only what the binding says.
    func closing(ofGiven instance: Instance) -> (@Sendable () async throws -> Void)? {
        guard let onClose, !isOwnedElsewhere else { return nil }
        return { try await onClose(instance) }
    }
}
