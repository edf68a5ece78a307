import Synchronization
import Trellis

/// The requests in progress of one service: at most a number of them, which fail when the service closes.
final class HTTPClientSlots: Sendable {
    private struct State {
        var inProgress: [ObjectIdentifier: HTTPTransfer] = [:]
        var isShutDown = false
    }

    private let requests: RequestSemaphore
    private let transport: HTTPTransport
    private let state = Mutex(State())

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of concurrent requests.
    ///   - pool: The pool, which sends the requests.
    init(_ limit: Int, of pool: HTTPClientPool) {
        self.requests = RequestSemaphore(limit)
        self.transport = pool.transport
    }

    /// Sends a request once, after waiting until a slot is free.
    ///
    /// Waiting callers are served in the order of their calls.
    ///
    /// - Throws: ``HTTPFailure``, which is `HTTPFailure.closed` after a shutdown; `CancellationError` when the task is
    ///   cancelled.
    func response(to request: HTTPRequest, limits: HTTPLimits) async throws -> HTTPResponse {
        try await requests.withPermit {
            let transfer = HTTPTransfer(request, limits: limits)
            let isShutDown = state.withLock { state in
                if !state.isShutDown { state.inProgress[ObjectIdentifier(transfer)] = transfer }
                return state.isShutDown
            }
            if isShutDown { throw HTTPFailure.closed }
            defer { _ = state.withLock { $0.inProgress.removeValue(forKey: ObjectIdentifier(transfer)) } }
            return try await transport.response(of: transfer)
        }
    }

    /// Fails the requests in progress, and rejects waiting and further requests.
    func shutdown() {
        let transfers = state.withLock { state in
            state.isShutDown = true
            return Array(state.inProgress.values)
        }
        transport.interrupt(transfers, with: HTTPFailure.closed)
    }
}
