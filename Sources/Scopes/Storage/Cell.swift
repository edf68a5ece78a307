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

/// An error that is thrown when a ``Live`` is called before its instance exists.
///
/// Either an initializer calls the ``Live`` while its scope is being opened, or the scope that exports the instance is
/// not open.
public struct NotYetBuilt: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested key.
    public let key: BindingKey

    /// Creates the error for a key.
    public init(key: BindingKey) {
        self.key = key
    }

    /// A description of the error.
    public var description: String {
        """
        \(key) has not been created yet: it can be used after the scope that provides it has opened, not in an \
        initializer that runs before
        """
    }
}

/// An error that is thrown when the scope of a requested instance is closing or has closed.
public struct ScopeClosed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the scope, for example `root/items/current`.
    public let scope: String

    /// Creates the error for the path of a scope.
    public init(scope: String) {
        self.scope = scope
    }

    /// A description of the error.
    public var description: String {
        "the scope \(scope) has closed; its instances can no longer be used"
    }
}
