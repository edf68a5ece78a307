/// The current instance, shared by any number of ``Live`` values.
///
/// A cell stores the instance itself, so that reading the cell never accesses the slots of a scope that may be closing.
final class Cell: Sendable {
    private enum State: Sendable {
        case unset
        case holding(AnyInstance, owner: ObjectIdentifier)
        case closed(ScopeClosed)
    }

    private let state = Lock<State>(.unset)

    /// Sets the instance.
    func set(_ instance: AnyInstance, owner: AnyObject) {
        let owner = ObjectIdentifier(owner)
        // The old state is released after the lock, because its `deinit` is foreign code.
        _ = state.withLock { state in
            let old = state
            state = .holding(instance, owner: owner)
            return old
        }
    }

    /// Closes the cell, unless it holds the instance of another owner.
    func close(owner: AnyObject, reason: ScopeClosed) {
        let owner = ObjectIdentifier(owner)
        _ = state.withLock { state -> State? in
            if case .holding(_, let current) = state, current != owner { return nil }
            if case .closed = state { return nil }
            let old = state
            state = .closed(reason)
            return old
        }
    }

    /// Returns the instance.
    ///
    /// - Throws: ``NotYetBuilt`` before the instance exists; ``ScopeClosed`` after its scope has closed.
    func instance<Value: Sendable>(as type: Value.Type) throws -> Value {
        switch state.withLock({ $0 }) {
        case .unset: throw NotYetBuilt(key: BindingKey(type))
        case .holding(let instance, _): return instance.value(as: type)
        case .closed(let reason): throw reason
        }
    }
}
