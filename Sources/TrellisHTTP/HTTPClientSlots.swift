import AsyncHTTPClient
import Synchronization

/// The limit on the concurrent requests of one service, whose clients belong to a pool.
final class HTTPClientSlots: Sendable {
    private struct State {
        var inUse: [ObjectIdentifier: HTTPClient] = [:]
        /// The number of clients in use, including those that are being taken from the pool.
        var count = 0
        var lastNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var isShutDown = false
    }

    private let limit: Int
    private let pool: HTTPClientPool
    private let state = Mutex(State())

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of clients in use.
    ///   - pool: The pool of the clients.
    init(_ limit: Int, of pool: HTTPClientPool) {
        self.limit = limit
        self.pool = pool
    }

    /// Calls a function with a client, after waiting until a slot is free.
    ///
    /// Waiting callers are served in the order of their calls.
    ///
    /// - Throws: The error of the body; `CancellationError` when the task is cancelled while it waits;
    ///   `HTTPClientError.alreadyShutdown` after a shutdown.
    func withClient<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        try await acquire()
        defer { release() }
        let client = try pool.take()
        let isShutDown = state.withLock { state in
            if !state.isShutDown { state.inUse[ObjectIdentifier(client)] = client }
            return state.isShutDown
        }
        if isShutDown {
            try? await client.shutdown()
            throw HTTPClientError.alreadyShutdown
        }
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(client)) } catch { result = .failure(error) }
        // A shutdown has removed the client, and shuts it down.
        let isOwned = state.withLock { $0.inUse.removeValue(forKey: ObjectIdentifier(client)) != nil }
        if isOwned, !pool.keep(client) { try? await client.shutdown() }
        return try result.get()
    }

    /// Shuts down the clients in use, so that their requests fail, and rejects further requests.
    ///
    /// - Throws: The first error that shutting down a client causes.
    func shutdown() async throws {
        let (clients, waiting) = state.withLock { state in
            state.isShutDown = true
            defer { (state.inUse, state.waiting) = ([:], []) }
            return (Array(state.inUse.values), state.waiting)
        }
        for waiter in waiting { waiter.continuation.resume(throwing: HTTPClientError.alreadyShutdown) }
        var failure: (any Error)?
        for client in clients {
            do { try await client.shutdown() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func acquire() async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // The flag is read under the lock: an earlier cancellation is detected here, and the handler of a
                    // later cancellation finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isShutDown { return .failure(HTTPClientError.alreadyShutdown) }
                    if state.count < limit {
                        state.count += 1
                        return .success(())
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Passes the slot to the next waiting request, or frees it.
    private func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.count -= 1
            return nil
        }
        next?.resume()
    }
}
