import Trellis
import TrellisHTTP

/// An HTTP client for one server that reports the outcome of each request to an observer.
///
/// The limits of `HTTPService` apply to each request.
struct TransferService: Sendable {
    private let server: SourceServer
    private let url: ServerURL
    private let http: HTTPService
    private let credential: @Sendable () throws -> HTTPCredential?
    private let observer: any TransferObserver

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - server: The server, as it is reported to the observer.
    ///   - url: The URL of the server.
    ///   - http: Sends the requests, within its limits.
    ///   - credential: Returns the credential; called for each request.
    ///   - observer: The observer of the outcomes.
    init(
        _ server: SourceServer, at url: ServerURL, http: HTTPService,
        credential: @escaping @Sendable () throws -> HTTPCredential? = { nil }, observer: any TransferObserver
    ) {
        self.server = server
        self.credential = credential
        self.observer = observer
        self.url = url
        self.http = http
    }

    /// Sends a request to the server, and reports its outcome to the observer.
    ///
    /// - Parameters:
    ///   - path: The path components below the server's URL.
    ///   - query: The names and values of the query parameters.
    ///   - attempts: The maximum number of attempts; nil for the configured number.
    /// - Returns: The response, with a status below 500 other than 429.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
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
            // A server that denies access is reachable but not usable.
            if [401, 403].contains(response.status) {
                observer.requestFailed(
                    on: server,
                    credential == nil ? "it denies access without a credential" : "it rejects the credential")
            } else {
                observer.requestSucceeded(on: server)
            }
            return response
        } catch let failure as HTTPFailure {
            observer.requestFailed(on: server, failure.reason)
            throw MovieSourceError.unavailable(
                reason: "the request to \(server.rawValue) failed: \(failure)", retryAfter: failure.retryAfter)
        } catch let failure as PluginFailure {
            // The credential was removed or changed after the plugin started.
            observer.requestFailed(on: server, failure.message)
            throw MovieSourceError.accessDenied(reason: failure.message)
        }
    }

    /// Sends one request to determine whether the server is available, and reports the outcome to the observer.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func probe() async throws {
        do {
            _ = try await response(to: server.probePath, attempts: 1)
        } catch is MovieSourceError {}
    }
}
