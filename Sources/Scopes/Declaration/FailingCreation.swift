// A test of failures replaces the initializer of a binding whose type it does not know.

extension Blueprint {
    /// A binding of a blueprint, or of a session or scene inside it, whose initializer creates an instance.
    package struct Creation: Sendable {
        /// The scope that creates the instance.
        package enum Owner: Sendable, Hashable {
            /// The scope of the blueprint.
            case scope

            /// The session that the blueprint declares.
            case session

            /// A scene with its name and the location of its declaration, in the scope, the session or another scene.
            case scene(String, BindingLocation)
        }

        /// The binding.
        package let binding: Binding

        /// The scope that creates the instance.
        package let owner: Owner

        /// The indices of the nested blueprints that lead to the binding.
        fileprivate let path: [Int]
        fileprivate let index: Int
    }

    /// The bindings of this blueprint, of its session and of all scenes that create instances: without existing
    /// instances, scenes and actions.
    package var creations: [Creation] { creations(owner: .scope, path: []) }

    private func creations(owner: Creation.Owner, path: [Int]) -> [Creation] {
        let own = bindings.indices.filter { bindings[$0].createsInstances }.map {
            Creation(binding: bindings[$0], owner: owner, path: path, index: $0)
        }
        return own
            + nested.indices.flatMap { index -> [Creation] in
                let inner = nested[index]
                return switch inner.kind {
                case .owned: []
                case .session: inner.creations(owner: .session, path: path + [index])
                case .scene:
                    inner.creations(owner: .scene(inner.name, inner.location), path: path + [index])
                }
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
        change(at: creation.path[...]) { $0.bindings[creation.index].replaceFactory(by: body) }
    }

    private mutating func change(at path: ArraySlice<Int>, _ change: (inout Blueprint) -> Void) {
        guard let index = path.first else { return change(&self) }
        nested[index].change(at: path.dropFirst(), change)
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
            // The initializer of a transient instance is synchronous.
            fields.isTransient = false
            fields.factory = .asynchronous { linker in
                // The linker provides the references in the order of the requirements.
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
