import Synchronization

/// A value that several tasks of a test change.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) {
        state = Mutex(value)
    }

    var value: Value { state.withLock(\.self) }

    /// Changes the value and returns it.
    @discardableResult
    func change(_ body: (inout Value) -> Void) -> Value {
        state.withLock { value in
            body(&value)
            return value
        }
    }
}
