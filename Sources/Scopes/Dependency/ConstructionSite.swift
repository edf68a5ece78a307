import Synchronization

/// What an object that is being made may ask for by ``Dependency``.
///
/// It is set as a task-local while its initialiser runs. A task that the initialiser starts inherits it, but finds it
/// empty after the construction.
final class ConstructionSite: Sendable {
    @TaskLocal static var current: ConstructionSite?

    /// Whether a plan has been admitted whose openings make sites.
    private static let mayExist = Atomic<Bool>(false)

    /// Whether a site is set.
    ///
    /// Scenes are opened by the million: in a program that has no sites, this is one load.
    @inline(__always)
    static var isSet: Bool { mayExist.load(ordering: .relaxed) && current != nil }

    /// How each type is read.
    typealias Inputs = [ObjectIdentifier: SiteInput]

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
        guard let input = inputs[ObjectIdentifier(type)]?.input as? Input<Value> else {
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
        mayExist.store(true, ordering: .relaxed)
        return { core, step in
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
    ///
    /// What it may ask for is taken at the start: later the scope may have closed, which does not wait for ever.
    static func around(_ make: @escaping AsynchronousMaking, _ inputs: Inputs) -> AsynchronousMaking {
        mayExist.store(true, ordering: .relaxed)
        return { core, job in
            let site = ConstructionSite(core, inputs.mapValues { $0.taken(core) })
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

/// How a type is read that an object asks for by ``Dependency``.
struct SiteInput: Sendable {
    /// An `Input` of that type.
    let input: any Sendable
    /// An input that gives the value of now.
    let taken: @Sendable (ScopeCore) -> SiteInput

    init<Value: Sendable>(_ input: Input<Value>) {
        self.input = input
        taken = { core in
            let value = input.read(core)
            return SiteInput(Input { _ in value })
        }
    }
}
