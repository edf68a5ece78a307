/// A queue of limited length between any number of senders and receivers.
///
/// Waiting senders and receivers are served in order. An element belongs to its sender until the queue accepts it,
/// and then to the receiver that it is passed to. A cancelled task therefore neither loses nor repeats an element.
package final class BoundedQueue<Element: Sendable>: Sendable {
    /// The result of sending an element.
    package enum Acceptance: Sendable {
        case accepted
        /// The queue has been closed by a receiver.
        case closed
        /// The final element has been sent, or the queue has failed.
        case ended
    }

    private typealias SenderContinuation = CheckedContinuation<Acceptance, any Error>
    private typealias TakerContinuation = CheckedContinuation<Element?, any Error>

    private struct Sender {
        let ticket: Int
        let element: Element
        let continuation: SenderContinuation
    }

    private struct Taker {
        let ticket: Int
        let continuation: TakerContinuation
    }

    private struct State {
        var elements: [Element] = []
        /// The waiting senders.
        ///
        /// The list is empty unless the queue is full.
        var senders: [Sender] = []
        /// The waiting receivers.
        ///
        /// The list is empty unless the queue is empty.
        var takers: [Taker] = []
        var lastTicket = 0
        /// The end of the elements, once no further element is accepted.
        var end: Result<Void, any Error>?
        /// Whether a receiver has closed the queue.
        var isClosed = false

        mutating func makeTicket() -> Int {
            lastTicket += 1
            return lastTicket
        }

        mutating func removeSenders() -> [Sender] {
            defer { senders = [] }
            return senders
        }

        mutating func removeTakers() -> [Taker] {
            defer { takers = [] }
            return takers
        }
    }

    private let limit: Int
    private let state = Lock(State())

    package init(limit: Int) {
        self.limit = limit
    }

    /// Sends an element, and waits while the queue is full.
    ///
    /// - Returns: Whether the queue has accepted the element.
    /// - Throws: `CancellationError` when the task is cancelled. The element is then not sent.
    package func send(_ element: Element) async throws -> Acceptance {
        let ticket = state.withLock { $0.makeTicket() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                offer(Sender(ticket: ticket, element: element, continuation: continuation))
            }
        } onCancel: {
            let sender = state.withLock { state in
                state.senders.firstIndex { $0.ticket == ticket }.map { state.senders.remove(at: $0) }
            }
            sender?.continuation.resume(throwing: CancellationError())
        }
    }

    private func offer(_ sender: Sender) {
        let (result, taker): (Result<Acceptance, any Error>?, Taker?) = state.withLock { state in
            if Task.isCancelled { return (.failure(CancellationError()), nil) }
            if state.isClosed { return (.success(.closed), nil) }
            if state.end != nil { return (.success(.ended), nil) }
            if !state.takers.isEmpty { return (.success(.accepted), state.takers.removeFirst()) }
            if state.elements.count < limit {
                state.elements.append(sender.element)
                return (.success(.accepted), nil)
            }
            state.senders.append(sender)
            return (nil, nil)
        }
        taker?.continuation.resume(returning: sender.element)
        if let result { sender.continuation.resume(with: result) }
    }

    /// Sends the final element, even if the queue is full.
    ///
    /// The elements of senders that still wait are dropped.
    package func finish(with element: Element) {
        let (taker, others, senders) = state.withLock { state in
            if state.end != nil { return (Taker?.none, [Taker](), [Sender]()) }
            state.end = .success(())
            let taker = state.takers.isEmpty ? nil : state.takers.removeFirst()
            if taker == nil, !state.isClosed { state.elements.append(element) }
            return (taker, state.removeTakers(), state.removeSenders())
        }
        taker?.continuation.resume(returning: element)
        for taker in others { taker.continuation.resume(returning: nil) }
        for sender in senders { sender.continuation.resume(returning: .ended) }
    }

    /// Ends the queue with an error, which follows the queued elements.
    package func fail(_ error: any Error) {
        let (takers, senders) = state.withLock { state in
            if state.end == nil { state.end = .failure(error) }
            return (state.removeTakers(), state.removeSenders())
        }
        for taker in takers { taker.continuation.resume(throwing: error) }
        for sender in senders { sender.continuation.resume(returning: .ended) }
    }

    /// Closes the queue and drops its elements.
    package func close() {
        let (elements, senders) = state.withLock { state in
            state.isClosed = true
            defer { state.elements = [] }
            return (state.elements, state.removeSenders())
        }
        withExtendedLifetime(elements) {}
        for sender in senders { sender.continuation.resume(returning: .closed) }
    }

    /// Returns the next element; nil after the final one.
    ///
    /// - Throws: The error that ended the queue, or `CancellationError` when the task is cancelled.
    package func next() async throws -> Element? {
        let ticket = state.withLock { $0.makeTicket() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                take(Taker(ticket: ticket, continuation: continuation))
            }
        } onCancel: {
            let taker = state.withLock { state in
                state.takers.firstIndex { $0.ticket == ticket }.map { state.takers.remove(at: $0) }
            }
            taker?.continuation.resume(throwing: CancellationError())
        }
    }

    private func take(_ taker: Taker) {
        let (result, sender): (Result<Element?, any Error>?, Sender?) = state.withLock { state in
            if Task.isCancelled { return (.failure(CancellationError()), nil) }
            if !state.elements.isEmpty {
                let element = state.elements.removeFirst()
                let sender = state.senders.isEmpty ? nil : state.senders.removeFirst()
                if let sender { state.elements.append(sender.element) }
                return (.success(element), sender)
            }
            if let end = state.end { return (end.map { nil }, nil) }
            state.takers.append(taker)
            return (nil, nil)
        }
        sender?.continuation.resume(returning: .accepted)
        if let result { taker.continuation.resume(with: result) }
    }
}
