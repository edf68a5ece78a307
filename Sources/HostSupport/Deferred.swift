import Synchronization

/// A value that is computed at its first use.
///
/// Concurrent first uses may compute the value more than once; all receive the same one.
package final class Deferred<Value: Sendable>: Sendable {
    private let compute: @Sendable () -> Value
    private let stored = Mutex<Value?>(nil)

    /// Creates a value.
    ///
    /// - Parameter compute: Computes the value.
    package init(_ compute: @escaping @Sendable () -> Value) {
        self.compute = compute
    }

    /// The value.
    package var value: Value {
        if let value = stored.withLock({ $0 }) { return value }
        // Outside the lock, because the function may run foreign code.
        let new = compute()
        return stored.withLock { stored in
            let value = stored ?? new
            stored = value
            return value
        }
    }

    /// Replaces the value, also before it was computed.
    package func replace(with new: Value) { stored.withLock { $0 = new } }
}
