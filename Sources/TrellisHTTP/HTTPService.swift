import AsyncHTTPClient
import NIOCore
import NIOHTTP1
public import Trellis

/// Asks servers over HTTP, within limits.
///
/// A request ends within a time limit, whatever happens; an answer has a bound; what failed is sent again, after a
/// pause, where that is safe and may help; and a request is broken off when the task that asked for it is cancelled.
///
/// An answer that repeats the credential of its request has `(redacted)` in its place, in headers and body.
///
/// Redirects are answers: who follows one has to know where the credential may go. Nothing asks for compressed answers,
/// so that what comes over the network is what it takes in memory.
///
/// A plugin makes one for each server, or each set of limits, in the scope of the plugin, which closes it:
///
/// ```swift
/// blueprint.provide { (configuration: WeatherConfiguration, clock: WallClock) in
///     HTTPService(limits: configuration.limits, clock: clock)
/// }
/// ```
public final class HTTPService: Sendable, Closable {
    /// Sends a request once, and takes the whole answer, whatever its status.
    ///
    /// It throws ``HTTPFailure``, and `CancellationError` when its task is cancelled.
    public typealias Exchange = @Sendable (_ request: HTTPRequest) async throws -> HTTPResponse

    /// Is called with the time limit when a request begins; what it returns returns when the limit is over.
    typealias Deadline = @Sendable (_ limit: Duration) -> @Sendable () async throws -> Void

    private let limits: HTTPLimits
    private let clock: WallClock
    private let pauses: RetryPauses
    private let deadline: Deadline
    private let clients: HTTPClientPool

    /// Creates a service; it connects when it is first used.
    ///
    /// - Parameters:
    ///   - limits: What a request may take.
    ///   - clock: The time of day, and the pauses between attempts.
    public convenience init(limits: HTTPLimits, clock: WallClock) {
        self.init(limits: limits, clock: clock) { limit in
            // The machine's clock, whatever clock the plugin was granted: the network goes by no other.
            let end = ContinuousClock.now + limit
            return { try await ContinuousClock().sleep(until: end) }
        }
    }

    /// Creates a service whose pauses and time limit a test decides.
    ///
    /// - Parameters:
    ///   - limits: What a request may take.
    ///   - clock: The time of day, and the pauses between attempts.
    ///   - pauses: How long to wait before a request is sent again.
    ///   - deadline: When the time limit is over.
    ///   - configure: Changes the configuration of AsyncHTTPClient.
    init(
        limits: HTTPLimits, clock: WallClock, pauses: RetryPauses = RetryPauses(),
        deadline: @escaping Deadline, configuring configure: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) {
        self.limits = limits
        self.clock = clock
        self.pauses = pauses
        self.deadline = deadline
        var settings = HTTPClient.Configuration(redirectConfiguration: .disallow)
        settings.timeout.connect = TimeAmount(limits.timeout)
        // What failed is sent again here, in sight of the limits.
        settings.connectionPool.retryConnectionEstablishment = false
        // Shorter than servers keep idle connections, so that a request that can't be sent again does not meet one that
        // closes.
        settings.connectionPool.idleTimeout = .seconds(10)
        configure(&settings)
        clients = HTTPClientPool(count: 8, configuration: settings)
    }

    /// Closes the connections.
    ///
    /// Requests under way fail.
    ///
    /// - Throws: What keeps the connections from being closed.
    public func close() async throws {
        try await clients.shutdown()
    }

    /// Sends a request until there is an answer, as often as the limits allow.
    ///
    /// The statuses 429 and from 500 are no answer; they are failures, which may pass (RFC 6585, 4; RFC 9110, 15.6).
    /// What such a server says with `Retry-After` is heeded up to 4 seconds; when it asks for longer, nothing is sent
    /// again, and the failure says how long that is.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - attempts: How often it is sent at most; nil for as often as the limits say when its method is idempotent,
    ///     and once otherwise.
    /// - Returns: The answer; its status is below 500, and not 429.
    /// - Throws: ``HTTPFailure``; `CancellationError` when the task is cancelled.
    public func response(to request: HTTPRequest, attempts: Int? = nil) async throws -> HTTPResponse {
        try await withAttempts(attempts ?? (request.method.isIdempotent ? limits.attempts : 1)) { [clock] exchange in
            let response = try await exchange(request)
            let reason = "it answered with the status \(response.status)"
            switch response.status {
            case 429:
                throw HTTPFailure(
                    .busy, "it asks to be asked less often", retryAfter: response.retryAfter(at: clock.now()))
            case 500...:
                throw HTTPFailure(.serverError, reason, retryAfter: response.retryAfter(at: clock.now()))
            default: return response
            }
        }
    }

    /// Does something that takes requests, again when it has failed, until it has been done as often as may be.
    ///
    /// All of it is within one time limit. For what takes more than one exchange, or judges answers by other rules than
    /// ``response(to:attempts:)``: the body sends requests, and throws an ``HTTPFailure`` for an answer that is none.
    /// It is tried again after a failure to connect, a lost connection, a server error and a busy server, and after no
    /// other one.
    ///
    /// - Parameters:
    ///   - attempts: How often at most; 1 when it is not safe to do twice.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: ``HTTPFailure``; what else the body throws; `CancellationError` when the task is cancelled.
    public func withAttempts<Result: Sendable>(
        _ attempts: Int, _ body: @escaping @Sendable (_ exchange: Exchange) async throws -> Result
    ) async throws -> Result {
        let end = deadline(limits.timeout)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await self.attempt(attempts, body) }
            group.addTask {
                // Cancelled when the answer has come first.
                try? await end()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            if let result = first { return result }
            try Task.checkCancellation()
            throw HTTPFailure(.timeLimit, "there was no whole answer within \(limits.timeout.systemdText)")
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
                guard attempt < attempts, let pause = pauses.pause(after: attempt, failure),
                    ContinuousClock.now + pause < end
                else { throw failure }
                try await clock.sleep(pause)
                attempt += 1
            }
        }
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            let (response, body) = try await clients.withClient { client in
                // The time limit is the one around this; the client's own would not cover the body.
                let response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
                return (response, try await response.body.collect(upTo: limits.answerSize.bytes))
            }
            // A body that was cut short because the task was cancelled is none.
            try Task.checkCancellation()
            let headers = response.headers.map { ($0.name.lowercased(), $0.value) }
            var answer = HTTPResponse(
                status: Int(response.status.code),
                headers: Dictionary(headers, uniquingKeysWith: { "\($0), \($1)" }),
                body: Array(body.readableBytesView))
            // Here, before anything can quote, log or cache it.
            if let credential = request.credential { answer.redact(credential) }
            return answer
        } catch {
            try Task.checkCancellation()
            throw HTTPFailure(error, of: request.url, answerSize: limits.answerSize)
        }
    }
}
