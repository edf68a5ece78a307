import Foundation
import Trellis
import TrellisHTTP

/// Sends HTTP requests to a server of GitHub, with the headers, redirects and retries that GitHub's documentation
/// requires.
///
/// The outcome of every request is recorded in ``GitHubAvailability``.
final class GitHubConnection: Sendable {
    /// The maximum number of attempts of an idempotent request.
    static let attempts = 3

    /// The maximum number of redirects of a request.
    static let maximumRedirects = 5

    /// The version of the REST API (docs.github.com, "API Versions").
    static let apiVersion = "2022-11-28"

    private let http: HTTPService
    private let availability: GitHubAvailability

    init(http: HTTPService, availability: GitHubAvailability) {
        self.http = http
        self.availability = availability
    }

    /// Sends a request, follows redirects, and returns the response.
    ///
    /// All attempts and redirects share the configured timeout.
    ///
    /// - Parameters:
    ///   - request: The request, without the headers that all requests have.
    ///   - server: The server of the request. Redirects to other servers are not followed, because the token must not
    ///     be sent to them.
    ///   - checkAttempt: Called before each attempt; throws to prevent the attempt.
    /// - Returns: The response. Its status is less than 500, and not a redirect.
    /// - Throws: `HTTPFailure` when no attempt succeeds; the error of `checkAttempt`; `CancellationError` when the task
    ///   is cancelled.
    func response(
        to request: HTTPRequest, from server: ServerURL, checkAttempt: @escaping @Sendable () throws -> Void = {}
    ) async throws -> HTTPResponse {
        var request = request
        // GitHub rejects requests without a user agent (docs.github.com, "Getting started with the REST API").
        request.headers.append((name: "User-Agent", value: "trellis-issues/\(IssuesPlugin.manifest.version)"))
        // While GitHub is unavailable, a request is attempted once, so that its caller does not wait for retries.
        let attempts = request.method.isIdempotent && !availability.isUnavailable ? Self.attempts : 1
        do {
            let response = try await http.withAttempts(attempts) { [request] exchange in
                try checkAttempt()
                return try await self.responseFollowingRedirects(to: request, from: server, exchange)
            }
            availability.recordResponse()
            return response
        } catch let failure as HTTPFailure {
            availability.recordFailure(failure.reason)
            throw failure
        }
    }

    /// Follows redirects with the same request (docs.github.com, "Best practices for using the REST API", "Follow
    /// redirects").
    ///
    /// No redirect is recorded, not even a permanent one: the name of a renamed repository redirects only until another
    /// repository has this name (docs.github.com, "Renaming a repository"), and a proxy may redirect during an outage.
    private func responseFollowingRedirects(
        to request: HTTPRequest, from server: ServerURL, _ exchange: HTTPService.Exchange
    ) async throws -> HTTPResponse {
        var request = request
        for _ in 0...Self.maximumRedirects {
            let response = try await exchange(request)
            switch response.status {
            case 301, 302, 307, 308:
                request.url = try target(of: response, to: request.url, on: server)
            case 500...:
                throw HTTPFailure(.serverError, "the server responded with status \(response.status)")
            default:
                return response
            }
        }
        throw HTTPFailure(.notProcessed, "too many redirects")
    }

    private func target(of response: HTTPResponse, to url: String, on server: ServerURL) throws -> String {
        guard let location = response.headers["location"],
            let target = URL(string: location, relativeTo: URL(string: url))?.absoluteURL
        else {
            throw HTTPFailure(.notProcessed, "redirect without a valid Location header")
        }
        guard server.hasSameOrigin(as: target) else {
            throw HTTPFailure(
                .notProcessed,
                "redirect to another server, \((target.host(percentEncoded: true) ?? location).prefix(255))")
        }
        return target.absoluteString
    }
}
