/// A queue between one task that sends, and is made to wait when the queue is full, and one that takes.
final class BoundedQueue<Element: Sendable>: Sendable {
    private enum Side: Hashable {
        case sender, taker
    }

    private struct State {
        var elements: [Element] = []
        /// Who waits for the other side, if one does.
        var waiters: [Side: CheckedContinuation<Void, Never>] = [:]
        /// Nothing is sent any more.
        var end: Result<Void, any Error>?
        /// Nothing is taken any more.
        var isClosed = false
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Sends an element, when there is room.
    ///
    /// - Returns: false when nothing is taken any more.
    /// - Throws: `CancellationError`.
    func send(_ element: Element) async throws -> Bool {
        while true {
            try Task.checkCancellation()
            let isSent: Bool? = waking(.taker) { state in
                if state.isClosed || state.end != nil { return false }
                if state.elements.count >= limit { return nil }
                state.elements.append(element)
                return true
            }
            if let isSent { return isSent }
            await park(.sender) { $0.isClosed || $0.elements.count < self.limit }
        }
    }

    /// Sends the last element, whether there is room or not.
    func finish(with element: Element) {
        waking(.taker) { state in
            if state.end != nil { return }
            if !state.isClosed { state.elements.append(element) }
            state.end = .success(())
        }
    }

    /// Ends the queue with an error, which follows the elements.
    func fail(_ error: any Error) {
        waking(.taker) { state in
            if state.end == nil { state.end = .failure(error) }
        }
    }

    /// Says that nothing is taken any more.
    func close() {
        waking(.sender) { state in
            state.isClosed = true
            state.elements = []
        }
    }

    /// The next element; nil after the last one.
    ///
    /// - Throws: The error that ended the queue, or `CancellationError`.
    func next() async throws -> Element? {
        while true {
            try Task.checkCancellation()
            let result: Result<Element?, any Error>? = waking(.sender) { state in
                if !state.elements.isEmpty { return .success(state.elements.removeFirst()) }
                return state.end?.map { nil }
            }
            if let result { return try result.get() }
            await park(.taker) { !$0.elements.isEmpty || $0.end != nil }
        }
    }

    /// Changes the state, and lets the other side look at it again.
    @discardableResult
    private func waking<Result: Sendable>(_ side: Side, _ body: (inout State) -> Result) -> Result {
        let (result, waiter) = state.withLock { state in
            (body(&state), state.waiters.removeValue(forKey: side))
        }
        waiter?.resume()
        return result
    }

    /// Waits until the other side has changed something, unless the state is as wished already.
    ///
    /// The caller looks at the state again.
    private func park(_ side: Side, unless isReady: (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGo = state.withLock { state in
                    if Task.isCancelled || isReady(state) { return true }
                    state.waiters[side] = continuation
                    return false
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: side) }?.resume()
        }
    }
}
