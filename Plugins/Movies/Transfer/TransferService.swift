import Trellis
import TrellisHTTP

/// Fetches what one server has.
///
/// The limits of `HTTPService` hold for each request, and the monitor is told how each of them went.
final class TransferService: Closable {
    private let server: SourceMonitor.Server
    private let url: ServerURL
    private let http: HTTPService
    private let credential: @Sendable () throws -> HTTPCredential?
    private let monitor: SourceMonitor

    /// Creates a service; it connects when it is first used.
    ///
    /// - Parameters:
    ///   - server: Which server it is.
    ///   - configuration: How the server is reached.
    ///   - credential: What the server knows us by, read for each request.
    ///   - clock: The time of day, and the pauses between attempts.
    ///   - monitor: Who is told how requests went.
    init(
        _ server: SourceMonitor.Server, _ configuration: TransferConfiguration,
        credential: @escaping @Sendable () throws -> HTTPCredential? = { nil }, clock: WallClock,
        monitor: SourceMonitor
    ) {
        self.server = server
        self.credential = credential
        self.monitor = monitor
        url = configuration.url
        http = HTTPService(limits: configuration.limits, clock: clock)
    }

    /// Closes the connections.
    ///
    /// Requests under way fail.
    func close() async throws {
        try await http.close()
    }

    /// Fetches something.
    ///
    /// - Parameters:
    ///   - path: The names that lead to it, below the server's URL.
    ///   - query: The names and values of the parameters.
    ///   - attempts: How often the request is sent at most; nil for as often as is configured.
    /// - Returns: The answer, whose status is below 500 and not 429.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func response(
        to path: [String], _ query: [(name: String, value: String)] = [], attempts: Int? = nil
    ) async throws -> HTTPResponse {
        do {
            let credential = try credential()
            let request = HTTPRequest(
                url: url.url(path, query: query),
                headers: [
                    (name: "User-Agent", value: "trellis"), (name: "Accept", value: "application/json, image/*"),
                ],
                credential: credential)
            let response = try await http.response(to: request, attempts: attempts)
            // A server that refuses is there, but of no use.
            if [401, 403].contains(response.status) {
                monitor.failed(
                    server, credential == nil ? "it refuses to answer, to anybody" : "it refuses the credential")
            } else {
                monitor.succeeded(server)
            }
            return response
        } catch let failure as HTTPFailure {
            monitor.failed(server, failure.reason)
            throw MovieSourceError.away(
                reason: "\(server.rawValue) did not answer: \(failure)", retryAfter: failure.retryAfter)
        } catch let failure as PluginFailure {
            // The credential was there when the plugin started.
            monitor.failed(server, failure.sentence)
            throw MovieSourceError.refused(reason: failure.sentence)
        }
    }

    /// Finds out whether the server is there, in one attempt, and tells the monitor.
    ///
    /// - Throws: `CancellationError`.
    func probe() async throws {
        do {
            _ = try await response(to: server.probePath, attempts: 1)
        } catch is MovieSourceError {}
    }
}
