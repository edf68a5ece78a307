/// The options of one binding, gathered.
struct BindingSettings<Instance: Sendable>: Sendable {
    var isLazy = false
    var isTransient = false
    var isOwnedElsewhere = false
    var isPrivate = false
    var marks: Set<BindingMark> = []
    var closingTimeLimit: Duration?
    var buildingTimeLimit: Duration?
    var uses: [DependencyTypes.Use] = []
    var onClose: (@Sendable (Instance) async throws -> Void)?

    init(_ options: [BindingOption<Instance>]) {
        for option in options {
            switch option.choice {
            case .lazily: isLazy = true
            case .transient: isTransient = true
            case .ownedElsewhere: isOwnedElsewhere = true
            case .private: isPrivate = true
            case .uses(let types): uses += types.uses
            case .marked(let mark): marks.insert(mark)
            case .closingTimeLimit(let limit): closingTimeLimit = limit
            case .buildingTimeLimit(let limit): buildingTimeLimit = limit
            case .onClose(let close): onClose = close
            }
        }
    }
}
