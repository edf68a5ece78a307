import Synchronization

/// Hands the calls of a connection, one at a time, from its event loop to its task.
final class CallMailbox: Sendable {
    /// A call, what serves it, and which of the connection's calls it is.
    struct Item: Sendable {
        let call: ServerCall
        let number: ServerOutbox.CallNumber
        let served: ServedMethod
    }

    private enum State {
        case empty
        case full(Item)
        case waiting(CheckedContinuation<Item?, Never>)
        case ended
    }

    private let state = Mutex(State.empty)

    /// Hands over a call.
    ///
    /// The one before it has been served.
    func put(_ item: Item) {
        let waiter: CheckedContinuation<Item?, Never>? = state.withLock { state in
            switch state {
            case .waiting(let continuation):
                state = .empty
                return continuation
            case .empty:
                state = .full(item)
                return nil
            case .full, .ended:
                preconditionFailure("A connection serves one call at a time, and none after its end.")
            }
        }
        waiter?.resume(returning: item)
    }

    /// Ends the connection's task, after the call that it serves.
    func end() {
        let waiter: CheckedContinuation<Item?, Never>? = state.withLock { state in
            defer { state = .ended }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiter?.resume(returning: nil)
    }

    /// The next call; nil after the end.
    ///
    /// It does not look at cancellation: the connection ends it.
    func next() async -> Item? {
        await withCheckedContinuation { continuation in
            let result: Item?? = state.withLock { state in
                switch state {
                case .full(let item):
                    state = .empty
                    return item
                case .ended:
                    return .some(nil)
                case .empty:
                    state = .waiting(continuation)
                    return nil
                case .waiting:
                    preconditionFailure("A connection has one task.")
                }
            }
            if let result { continuation.resume(returning: result) }
        }
    }
}
