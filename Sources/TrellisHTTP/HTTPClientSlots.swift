import AsyncHTTPClient
import Synchronization

/// The limit on the concurrent requests of one service, whose clients belong to a pool.
final class HTTPClientSlots: Sendable {
    private struct State {
        var inUse: [ObjectIdentifier: HTTPClient] = [:]
        var isShutDown = false
    }

    private let requests: RequestSemaphore
    private let pool: HTTPClientPool
    private let state = Mutex(State())

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of clients in use.
    ///   - pool: The pool of the clients.
    init(_ limit: Int, of pool: HTTPClientPool) {
        self.requests = RequestSemaphore(limit)
        self.pool = pool
    }

    /// Calls a function with a client, after waiting until a slot is free.
    ///
    /// Waiting callers are served in the order of their calls.
    ///
    /// - Throws: The error of the body; `CancellationError` when the task is cancelled while it waits;
    ///   `HTTPClientError.alreadyShutdown` after a shutdown.
    func withClient<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        try await requests.withPermit {
            if state.withLock(\.isShutDown) { throw HTTPClientError.alreadyShutdown }
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
    }

    /// Shuts down the clients in use, so that their requests fail, and rejects waiting and further requests.
    ///
    /// - Throws: The first error that shutting down a client causes.
    func shutdown() async throws {
        let clients = state.withLock { state in
            state.isShutDown = true
            defer { state.inUse = [:] }
            return Array(state.inUse.values)
        }
        var failure: (any Error)?
        for client in clients {
            do { try await client.shutdown() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
