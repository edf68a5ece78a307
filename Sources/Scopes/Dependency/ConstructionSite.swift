/// What an object that is being made may ask for by ``Dependency``.
///
/// It is set as a task-local while its initialiser runs. A task that the initialiser starts inherits it, but finds it
/// empty after the construction.
final class ConstructionSite: Sendable {
    @TaskLocal static var current: ConstructionSite?

    /// How each type is read: an `Input` of that type.
    typealias Inputs = [ObjectIdentifier: any Sendable]

    private struct State: Sendable {
        /// Nil after the construction.
        var core: ScopeCore?
        var undeclared: [UndeclaredDependency] = []
    }

    private let inputs: Inputs
    private let state: Lock<State>

    private init(_ core: ScopeCore, _ inputs: Inputs) {
        self.inputs = inputs
        state = Lock(State(core: core))
    }

    /// The value of a type, or nil when that is not declared or the construction is over.
    func value<Value>(_ type: Value.Type, at location: BindingLocation) -> Value? {
        let core = state.withLock { $0.core }
        guard let core else { return nil }
        guard let input = inputs[ObjectIdentifier(type)] as? Input<Value> else {
            let undeclared = UndeclaredDependency(key: BindingKey(type), location: location)
            state.withLock { $0.undeclared.append(undeclared) }
            return nil
        }
        return input.read(core)
    }

    /// Ends the construction.
    ///
    /// Returns what was asked for and is not declared.
    private func end() -> UndeclaredDependency? {
        state.withLock { state in
            state.core = nil
            return state.undeclared.first
        }
    }

    /// A making with a site around it.
    static func around(_ make: @escaping SynchronousMaking, slot: Int, _ inputs: Inputs) -> SynchronousMaking {
        { core, step in
            let site = ConstructionSite(core, inputs)
            do {
                try $current.withValue(site) { try make(core, step) }
            } catch {
                _ = site.end()
                throw error
            }
            guard let undeclared = site.end() else { return }
            core.discard(slot)
            throw undeclared
        }
    }

    /// A making with a site around it.
    static func around(_ make: @escaping AsynchronousMaking, _ inputs: Inputs) -> AsynchronousMaking {
        { core, job in
            let site = ConstructionSite(core, inputs)
            do {
                try await $current.withValue(site) { try await make(core, job) }
            } catch {
                _ = site.end()
                throw error
            }
            // What was delivered is taken back with the rest of what failed.
            if let undeclared = site.end() { throw undeclared }
        }
    }
}
