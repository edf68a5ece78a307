// A test of failures replaces the initializer of a binding whose type it does not know.

extension Blueprint {
    /// A binding of a blueprint, or of the session that it declares, whose initializer creates an instance.
    package struct Creation: Sendable {
        /// The binding.
        package let binding: Binding

        /// Whether the session declares the binding.
        package let isInSession: Bool

        fileprivate let index: Int
    }

    /// The bindings of this blueprint and of its session that create instances: without existing instances, scenes and
    /// actions.
    package var creations: [Creation] {
        creations(isInSession: false) + (sessionBlueprint?.creations(isInSession: true) ?? [])
    }

    private func creations(isInSession: Bool) -> [Creation] {
        bindings.indices.filter { bindings[$0].createsInstances }.map {
            Creation(binding: bindings[$0], isInSession: isInSession, index: $0)
        }
    }

    /// Replaces the initializer of a binding by a function that fails or is cancelled, and never creates an instance.
    ///
    /// The function runs when the scope opens, also for an instance that is created at its first use.
    ///
    /// - Parameters:
    ///   - creation: One of the ``creations`` of this blueprint.
    ///   - body: The function.
    package mutating func replace(_ creation: Creation, by body: @escaping @Sendable () async throws -> Never) {
        guard creation.isInSession else { return bindings[creation.index].replaceFactory(by: body) }
        guard let session = nested.firstIndex(where: \.isSession) else { return }
        nested[session].bindings[creation.index].replaceFactory(by: body)
    }
}

extension Binding {
    /// Whether an initializer creates the instance.
    fileprivate var createsInstances: Bool {
        if case .arguments = factory { return false }
        return value == nil && (role == .provision || role == .contribution)
    }

    fileprivate mutating func replaceFactory(by body: @escaping @Sendable () async throws -> Never) {
        change { fields in
            let original = fields.factory
            // The instance is created when its scope opens, and not at its first use.
            fields.isLazy = false
            fields.factory = .asynchronous { linker in
                // The linker provides the resolutions in the order of the requirements.
                switch original {
                case .arguments: break
                case .synchronous(let link): _ = link(linker)
                case .asynchronous(let link): _ = link(linker)
                }
                return { _ in { switch try await body() {} } }
            }
        }
    }
}
