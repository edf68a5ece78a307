/// Holds the instance of now for any number of ``Live`` and ``Lazy`` values.
///
/// A cell has a copy of its own of the instance, so that a read never touches the slots of a scope that may be
/// closing at that moment.
final class Cell<Instance: Sendable>: AnyCell, @unchecked Sendable {
    // Unchecked, because a class that inherits can't be checked. Its state is guarded by the lock.

    private enum State: Sendable {
        case unset
        /// - Parameter isProvisional: Whether it may still be taken back, since what is made with it does not exist yet.
        case holding(Instance, owner: ObjectIdentifier, isProvisional: Bool)
        case closed(ScopeClosed)
    }

    private let state = Lock<State>(.unset)

    /// Points the cell at an instance.
    func set(_ instance: Instance, owner: AnyObject, isProvisional: Bool = false) {
        // The old state is destroyed here and not under the lock: its `deinit` is foreign code.
        _ = state.withLock { state in
            let old = state
            state = .holding(instance, owner: ObjectIdentifier(owner), isProvisional: isProvisional)
            return old
        }
    }

    override func clear(owner: AnyObject, reason: ScopeClosed) {
        _ = state.withLock { state -> State? in
            guard case .holding(_, ObjectIdentifier(owner), _) = state else {
                // It was never set, or a successor has pointed it anew: then only the first is closed by this.
                if case .unset = state { state = .closed(reason) }
                return nil
            }
            let old = state
            state = .closed(reason)
            return old
        }
    }

    override func unset(owner: AnyObject) {
        _ = state.withLock { state -> State? in
            guard case .holding(_, ObjectIdentifier(owner), _) = state else { return nil }
            let old = state
            state = .unset
            return old
        }
    }

    override func confirm(owner: AnyObject) {
        state.withLock { state in
            if case .holding(let instance, ObjectIdentifier(owner), isProvisional: true) = state {
                state = .holding(instance, owner: ObjectIdentifier(owner), isProvisional: false)
            }
        }
    }

    /// The instance, if it is there to stay until its scope closes.
    func instanceIfSettled() throws -> Instance? {
        switch state.withLock({ $0 }) {
        case .unset, .holding(_, _, isProvisional: true): nil
        case .holding(let instance, _, isProvisional: false): instance
        case .closed(let reason): throw reason
        }
    }

    /// The instance, also while what is made with it does not exist yet.
    func instance() throws -> Instance {
        switch state.withLock({ $0 }) {
        case .unset: throw NotYetBuilt(key: BindingKey(Instance.self))
        case .holding(let instance, _, _): return instance
        case .closed(let reason): throw reason
        }
    }
}

/// A cell of whatever type.
class AnyCell: @unchecked Sendable {
    // Unchecked, because a class that is inherited from can't be checked. It has no state, and its one subclass
    // guards its own by a lock.

    /// Lets go of the instance, if it is the owner's, until there is another.
    func unset(owner: AnyObject) {
        preconditionFailure("a cell is always a Cell<Instance>")
    }

    /// Notes that the instance, if it is the owner's, is not taken back any more.
    func confirm(owner: AnyObject) {
        preconditionFailure("a cell is always a Cell<Instance>")
    }

    /// Lets go of the instance for good, if it is still the owner's.
    func clear(owner: AnyObject, reason: ScopeClosed) {
        preconditionFailure("a cell is always a Cell<Instance>")
    }
}
