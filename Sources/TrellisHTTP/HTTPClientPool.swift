import AsyncHTTPClient
import Synchronization

/// A pool of AsyncHTTPClient clients, each for one request at a time.
///
/// When a connection cannot be established, AsyncHTTPClient 1.37 fails all requests of the client that wait for a
/// connection. Here a client serves one request at a time, so a failed connection affects only this request. Further
/// requests wait for a free client. The most recently used client is used next, because it may have an open connection.
final class HTTPClientPool: Sendable {
    private struct State {
        var idle: [HTTPClient] = []
        var all: [HTTPClient] = []
        var lastNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<HTTPClient, any Error>)] = []
        var isShutDown = false
    }

    private let count: Int
    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State())

    /// Creates an empty pool that creates clients on demand.
    ///
    /// - Parameters:
    ///   - count: The maximum number of clients.
    ///   - configuration: The configuration of each client.
    init(count: Int, configuration: HTTPClient.Configuration) {
        self.count = count
        self.configuration = configuration
    }

    /// Calls a function with a client, after waiting until a client is free.
    ///
    /// Waiting callers are served in the order of their calls.
    ///
    /// - Throws: The error of the body; `CancellationError` when the task is cancelled while it waits;
    ///   `HTTPClientError.alreadyShutdown` after a shutdown.
    func withClient<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        let client = try await acquire()
        defer { release(client) }
        return try await body(client)
    }

    /// Shuts down all clients.
    ///
    /// Requests in progress fail.
    ///
    /// - Throws: The first error that shutting down a client causes.
    func shutdown() async throws {
        let (clients, waiting) = state.withLock { state in
            state.isShutDown = true
            defer { (state.all, state.idle, state.waiting) = ([], [], []) }
            return (state.all, state.waiting)
        }
        for waiter in waiting { waiter.continuation.resume(throwing: HTTPClientError.alreadyShutdown) }
        var failure: (any Error)?
        for client in clients {
            do {
                try await client.shutdown()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func acquire() async throws -> HTTPClient {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<HTTPClient, any Error>? in
                    // The flag is read under the lock: an earlier cancellation is detected here, and the handler of a
                    // later cancellation finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isShutDown { return .failure(HTTPClientError.alreadyShutdown) }
                    if let client = state.idle.popLast() { return .success(client) }
                    if state.all.count < count {
                        // Allowed under the lock, because the initializer does not call code of this module.
                        let client = HTTPClient(
                            eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
                        state.all.append(client)
                        return .success(client)
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

    private func release(_ client: HTTPClient) {
        let next = state.withLock { state -> CheckedContinuation<HTTPClient, any Error>? in
            guard !state.isShutDown else { return nil }
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.idle.append(client)
            return nil
        }
        next?.resume(returning: client)
    }
}
