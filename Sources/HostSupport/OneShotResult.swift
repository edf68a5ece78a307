import Synchronization

/// A result that is set once; tasks can wait for it.
package final class OneShotResult<Value: Sendable>: Sendable {
    /// Signaled when the result is set.
    package let isSet = OneShotEvent()

    private let stored = Mutex<Value?>(nil)

    /// Creates a result that is not set.
    package init() {}

    /// The result; nil if it is not set.
    package var value: Value? { stored.withLock(\.self) }

    /// Sets the result; further calls have no effect.
    package func set(_ value: Value) {
        stored.withLock { stored in
            if stored == nil { stored = value }
        }
        isSet.signal()
    }

    /// Waits for the result, even if the task is cancelled.
    package func get() async -> Value {
        await isSet.waitIgnoringCancellation()
        guard let value else { preconditionFailure("the result is set before the event") }
        return value
    }
}
