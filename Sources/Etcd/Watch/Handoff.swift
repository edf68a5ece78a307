/// Passes elements from one task to another, which takes each one before the next is produced.
final class Handoff<Element: Sendable>: Sendable {
    private let elements = AsyncStream<Result<Element, EtcdError>>.makeStream()
    private let demand = AsyncStream<Void>.makeStream()

    /// Waits until the reader asks for an element, and passes it.
    ///
    /// - Throws: CancellationError if the task is cancelled.
    func send(_ element: Element) async throws {
        for await _ in demand.stream {
            elements.continuation.yield(.success(element))
            return
        }
        throw CancellationError()
    }

    /// Ends the elements, with an error if there is one.
    func finish(throwing error: EtcdError? = nil) {
        if let error { elements.continuation.yield(.failure(error)) }
        elements.continuation.finish()
    }

    /// Asks for an element and waits for it.
    ///
    /// - Returns: nil after the last one, or if the task is cancelled.
    func next(isolation: isolated (any Actor)? = #isolation) async throws(EtcdError) -> Element? {
        demand.continuation.yield()
        var iterator = elements.stream.makeAsyncIterator()
        return try await iterator.next(isolation: isolation)?.get()
    }
}
