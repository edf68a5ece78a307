import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Trellis

/// Fetches what one server has, over HTTP.
///
/// Each attempt of a request has a time limit, an answer has a bound, and what failed is attempted again, after a
/// pause, when that may help. A request ends early when its task is cancelled. The monitor is told how each of them
/// went.
final class TransferService: Closable {
    private let server: SourceMonitor.Server
    private let configuration: TransferConfiguration
    private let retries: RetryPolicy
    private let credential: @Sendable () throws -> TransferCredential?
    private let clock: WallClock
    private let monitor: SourceMonitor
    private let client: HTTPClient

    /// Creates a service; it connects when it is first used.
    ///
    /// - Parameters:
    ///   - server: Which server it is.
    ///   - configuration: How the server is reached.
    ///   - credential: What the server knows us by, read for each attempt.
    ///   - clock: The time of day, and sleeping.
    ///   - monitor: Who is told how requests went.
    ///   - retries: When a request is attempted again; by default as the configuration says.
    init(
        _ server: SourceMonitor.Server, _ configuration: TransferConfiguration,
        credential: @escaping @Sendable () throws -> TransferCredential? = { nil }, clock: WallClock,
        monitor: SourceMonitor,
        retries: RetryPolicy? = nil
    ) {
        self.server = server
        self.configuration = configuration
        self.retries = retries ?? RetryPolicy(attempts: configuration.attempts)
        self.credential = credential
        self.clock = clock
        self.monitor = monitor
        // Nothing is followed: a server that sends elsewhere must not have the credential sent along.
        var client = HTTPClient.Configuration(redirectConfiguration: .disallow)
        client.timeout.connect = .nanoseconds(Int64(configuration.timeout / .nanoseconds(1)))
        client.connectionPool.idleTimeout = .seconds(30)
        client.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8
        // What failed is attempted again here, in sight of the policy.
        client.connectionPool.retryConnectionEstablishment = false
        self.client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: client)
    }

    /// Closes the connections.
    ///
    /// Requests under way fail.
    func close() async throws {
        try await client.shutdown()
    }

    /// Fetches something.
    ///
    /// - Parameter request: What to fetch.
    /// - Returns: The answer, whose status is below 500 and not 429.
    /// - Throws: ``TransferError``, `CancellationError`.
    func answer(to request: TransferRequest) async throws -> TransferAnswer {
        var attempt = 1
        while true {
            do throws(TransferError) {
                return try await attempted(request)
            } catch {
                // An attempt that its caller gave up says nothing of the server.
                try Task.checkCancellation()
                guard let pause = retries.pause(after: attempt, error) else {
                    monitor.failed(server, error.description)
                    throw error
                }
                attempt += 1
                try await clock.sleep(pause)
            }
        }
    }

    /// Finds out whether the server is there, in one attempt, and tells the monitor.
    func probe() async {
        do throws(TransferError) {
            _ = try await attempted(TransferRequest(path: server.probePath))
        } catch {
            if !Task.isCancelled { monitor.failed(server, error.description) }
        }
    }

    private func attempted(_ request: TransferRequest) async throws(TransferError) -> TransferAnswer {
        do {
            let message = try message(for: request)
            let limit = configuration.answerSize.bytes
            let answer = try await withTimeLimit(configuration.timeout, clock: clock) { [client, clock] in
                // The limit is the one around this; the client's own would not cover the body.
                let response = try await client.execute(message, deadline: .distantFuture)
                return try await Self.answer(of: response, limit: limit, now: clock.now())
            }
            // A server that refuses is there, but of no use.
            if [401, 403].contains(answer.status) {
                monitor.failed(server, "it refuses the credential")
            } else {
                monitor.succeeded(server)
            }
            return answer
        } catch let error as TransferError {
            throw error
        } catch {
            throw .away(reason: TransferFailure.sentence(error))
        }
    }

    private func message(for request: TransferRequest) throws -> HTTPClientRequest {
        var request = request
        var headers: HTTPHeaders = ["User-Agent": "trellis", "Accept": "application/json, image/*"]
        switch try credential() {
        case .bearer(let token): headers.add(name: "Authorization", value: "Bearer \(token)")
        case .parameter(let name, let value): request.query.append(URLQueryItem(name: name, value: value))
        case nil: break
        }
        guard let url = request.url(at: configuration.url) else {
            throw TransferError.away(reason: "'\(request.path)' is no path of a server")
        }
        var message = HTTPClientRequest(url: url)
        message.headers = headers
        return message
    }

    private static func answer(of response: HTTPClientResponse, limit: Int, now: Date) async throws -> TransferAnswer {
        let status = Int(response.status.code)
        if status == 429 {
            let text = response.headers.first(name: "Retry-After")
            throw TransferError.busy(retryAfter: text.flatMap { RetryPolicy.retryAfter($0, now: now) })
        }
        if status >= 500 { throw TransferError.away(reason: "it answered with the status \(status)") }
        let body: ByteBuffer
        do {
            body = try await response.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw TransferError.tooLarge(limit: limit)
        }
        // A body that was cut short because the task was cancelled is none.
        try Task.checkCancellation()
        let mediaType = response.headers.first(name: "Content-Type")?.split(separator: ";").first
        return TransferAnswer(
            status: status, mediaType: mediaType.map { $0.trimmingCharacters(in: .whitespaces).lowercased() },
            body: Array(body.readableBytesView))
    }
}
