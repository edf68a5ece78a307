public import Trellis

/// An HTTP client with limits.
///
/// Every request has a timeout and a maximum response size. A failed request is retried with backoff if a retry is safe
/// and the failure may be temporary. Cancelling the task cancels the request.
///
/// In the headers and the body of a response, `(redacted)` replaces the credential of its request.
///
/// Redirects are returned as responses, because only the caller can determine to which servers the credential may be
/// sent. Compressed responses are not requested, so that the size limit applies to the transferred bytes.
///
/// A plugin provides one service for each server or each set of limits. The plugin's scope closes the services:
///
/// ```swift
/// blueprint.provide { (configuration: WeatherConfiguration, clock: WallClock, clients: HTTPClientPool?) in
///     HTTPService(limits: configuration.limits, clock: clock, clients: clients)
/// }
/// ```
public final class HTTPService: Sendable, Closable {
    /// Sends a request once and returns the complete response, whatever its status.
    ///
    /// The function throws ``HTTPFailure``, and `CancellationError` when its task is cancelled.
    public typealias Exchange = @Sendable (_ request: HTTPRequest) async throws -> HTTPResponse

    /// Starts a timeout, and returns a function that returns when the timeout has elapsed.
    typealias Deadline = @Sendable (_ limit: Duration) -> @Sendable () async throws -> Void

    private let limits: HTTPLimits
    private let clock: WallClock
    private let backoff: RetryBackoff
    private let deadline: Deadline
    private let clients: HTTPClientSlots
    private let requesting: Failpoint?

    /// The pool, if it belongs to this service.
    private let ownPool: HTTPClientPool?

    /// Creates a service that connects at its first request.
    ///
    /// At most 8 requests of a service are in progress at a time. Further ones wait, those of each user in turn.
    ///
    /// - Parameters:
    ///   - limits: The limits of each request.
    ///   - clock: The clock for the delays between attempts, and for dates in `Retry-After`.
    ///   - clients: The clients of the daemon. Default: clients of this service alone.
    ///   - requesting: The failpoint before each request, which fails as a connection does. Default: none.
    public convenience init(
        limits: HTTPLimits, clock: WallClock, clients: HTTPClientPool? = nil, failpoint requesting: Failpoint? = nil
    ) {
        let deadline: Deadline = { limit in
            // Uses the system's clock instead of the plugin's clock, because network operations take real time.
            let end = ContinuousClock.now + limit
            return { try await ContinuousClock().sleep(until: end) }
        }
        self.init(limits: limits, clock: clock, clients: clients, failpoint: requesting, deadline: deadline)
    }

    /// Creates a service for a test that controls the backoff and the timeout.
    ///
    /// - Parameters:
    ///   - limits: The limits of each request.
    ///   - clock: The clock for the delays between attempts, and for dates in `Retry-After`.
    ///   - clients: The clients of the daemon; nil for clients of this service alone.
    ///   - requesting: The failpoint before each request. Default: none.
    ///   - backoff: The delays between attempts.
    ///   - deadline: Starts the timeout of an operation.
    init(
        limits: HTTPLimits, clock: WallClock, clients: HTTPClientPool? = nil, failpoint requesting: Failpoint? = nil,
        backoff: RetryBackoff = RetryBackoff(), deadline: @escaping Deadline
    ) {
        self.limits = limits
        self.clock = clock
        self.requesting = requesting
        self.backoff = backoff
        self.deadline = deadline
        let pool = clients ?? HTTPClientPool()
        ownPool = clients == nil ? pool : nil
        self.clients = HTTPClientSlots(8, of: pool)
    }

    /// Fails the requests in progress, and closes their connections.
    ///
    /// Other connections of a daemon's pool remain open.
    public func close() async {
        clients.shutdown()
        await ownPool?.close()
    }

    /// Sends a request and returns the response, with retries within the limits.
    ///
    /// The status 429 and statuses of 500 or more are failures (RFC 6585, 4; RFC 9110, 15.6). The delay of their
    /// `Retry-After` header is honoured up to 4 seconds. If the delay is longer, the request is not retried, and the
    /// failure contains the delay.
    ///
    /// - Parameters:
    ///   - request: The request, which is sent again with each attempt.
    ///   - attempts: The maximum number of attempts. Default: the number in the limits for an idempotent method, 1 for
    ///     any other method.
    /// - Returns: The response. Its status is less than 500, and not 429.
    /// - Throws: ``HTTPFailure`` when no attempt succeeds; `CancellationError` when the task is cancelled.
    public func response(to request: HTTPRequest, attempts: Int? = nil) async throws -> HTTPResponse {
        try await withAttempts(attempts ?? (request.method.isIdempotent ? limits.attempts : 1)) { [clock] exchange in
            let response = try await exchange(request)
            switch response.status {
            case 429:
                throw HTTPFailure(.rateLimited, "rate limited (429)", retryAfter: response.retryAfter(at: clock.now()))
            case 500...:
                throw HTTPFailure(
                    .serverError, "the server responded with status \(response.status)",
                    retryAfter: response.retryAfter(at: clock.now()))
            default: return response
            }
        }
    }

    /// Runs an operation that sends requests, and retries the operation when it fails.
    ///
    /// All attempts share one timeout. Use this method for an operation of more than one exchange, or for an operation
    /// that rejects responses that ``response(to:attempts:)`` accepts. The body rejects a response by throwing an
    /// ``HTTPFailure``. The operation is retried after a failed connection, a lost connection, a server error and a
    /// rate limit, but not after other failures.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts; 1 when a retry is not safe.
    ///   - body: The operation, which may be called several times.
    /// - Returns: The result of the body.
    /// - Throws: ``HTTPFailure`` when no attempt succeeds; other errors of the body; `CancellationError` when the task
    ///   is cancelled.
    public func withAttempts<Result: Sendable>(
        _ attempts: Int, _ body: @escaping @Sendable (_ exchange: Exchange) async throws -> Result
    ) async throws -> Result {
        let end = deadline(limits.timeout)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await self.attempt(attempts, body) }
            group.addTask {
                // This task is cancelled when the operation ends before the timeout.
                try? await end()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            if let result = first { return result }
            try Task.checkCancellation()
            throw HTTPFailure(.timeout, "no complete response within \(limits.timeout.systemdText)")
        }
    }

    private func attempt<Result: Sendable>(
        _ attempts: Int, _ body: @Sendable (_ exchange: Exchange) async throws -> Result
    ) async throws -> Result {
        let end = ContinuousClock.now + limits.timeout
        var attempt = 1
        while true {
            do {
                return try await body { try await self.exchange($0) }
            } catch let failure as HTTPFailure {
                guard attempt < attempts, let delay = backoff.delay(after: attempt, failure),
                    ContinuousClock.now + delay < end
                else { throw failure }
                try await clock.sleep(delay)
                attempt += 1
            }
        }
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            try await requesting?.evaluate()
        } catch let error as Errno {
            try Task.checkCancellation()
            throw HTTPFailure(error, of: request.url)
        }
        do {
            var response = try await clients.response(to: request, limits: limits)
            // The response is redacted before other code can quote, log or cache it.
            if let credential = request.credential { response.redact(credential) }
            return response
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}
