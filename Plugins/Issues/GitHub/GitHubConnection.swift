import Foundation
import Synchronization
import Trellis
import TrellisHTTP

/// Asks a server of GitHub's, as its documentation asks for it: with its headers, following redirects, trying again
/// where that is safe.
///
/// It knows of HTTP and not of what is asked for. How every request went is noted in ``GitHubAvailability``.
final class GitHubConnection: Sendable {
    /// How often a request that only reads is sent at most.
    static let attempts = 3

    /// How many redirects are followed for one request.
    static let maximumRedirects = 5

    /// The version of the REST API that is asked for (docs.github.com, "API Versions").
    static let apiVersion = "2022-11-28"

    private let http: HTTPService
    private let availability: GitHubAvailability
    private let redirects = Mutex(PermanentRedirects())

    init(http: HTTPService, availability: GitHubAvailability) {
        self.http = http
        self.availability = availability
    }

    /// Sends a request, and takes the answer that is not a redirect.
    ///
    /// All of it, with every attempt and every redirect, ends within the time limit of the configuration.
    ///
    /// - Parameters:
    ///   - request: The request, without the headers that every request has.
    ///   - server: The server that it is meant for. Redirects to another one are not followed: the token is not for it.
    ///   - mayGoOn: Asked before each attempt; throws when nothing more shall be sent.
    /// - Returns: An answer with a status below 500.
    /// - Throws: `HTTPFailure` when there is none; `CancellationError`; what `mayGoOn` throws.
    func answer(
        to request: HTTPRequest, from server: ServerURL, mayGoOn: @escaping @Sendable () throws -> Void = {}
    ) async throws -> HTTPResponse {
        var request = request
        // docs.github.com, "Getting started with the REST API": requests without a user agent are refused.
        request.headers.append((name: "User-Agent", value: "trellis-issues/\(IssuesPlugin.manifest.version)"))
        // When GitHub is known to be away one attempt has to do: the next caller shall not wait for three.
        let attempts = request.method.isIdempotent && !availability.isAway ? Self.attempts : 1
        do {
            let response = try await http.withAttempts(attempts) { [request] exchange in
                try mayGoOn()
                return try await self.answerFollowingRedirects(to: request, from: server, exchange)
            }
            availability.noteAnswer()
            return response
        } catch let failure as HTTPFailure {
            availability.noteFailure(failure.reason)
            throw failure
        }
    }

    /// Follows redirects as docs.github.com, "Best practices for using the REST API", "Follow redirects" asks for: the
    /// same request to the new URL, and a permanent one is remembered.
    private func answerFollowingRedirects(
        to request: HTTPRequest, from server: ServerURL, _ exchange: HTTPService.Exchange
    ) async throws -> HTTPResponse {
        var request = request
        let original = request.url
        request.url = redirects.withLock { $0.target(of: original) }
        var isPermanent = true
        for _ in 0...Self.maximumRedirects {
            let response = try await exchange(request)
            switch response.status {
            case 301, 302, 307, 308:
                let target = try target(of: response, to: request.url, on: server)
                isPermanent = isPermanent && [301, 308].contains(response.status)
                if isPermanent { redirects.withLock { $0.note(original, isNow: target) } }
                request.url = target
            case 500...:
                throw HTTPFailure(.serverError, "it answered with the status \(response.status)")
            default:
                if response.status == 404 { redirects.withLock { $0.forget(original) } }
                return response
            }
        }
        throw HTTPFailure(.notServed, "it redirects in a circle")
    }

    private func target(of response: HTTPResponse, to url: String, on server: ServerURL) throws -> String {
        guard let location = response.headers["location"],
            let target = URL(string: location, relativeTo: URL(string: url))?.absoluteURL
        else {
            throw HTTPFailure(.notServed, "it redirects without saying where to")
        }
        guard server.hasSameOrigin(as: target) else {
            throw HTTPFailure(
                .notServed,
                "it redirects to another server, \((target.host(percentEncoded: true) ?? location).prefix(255)), which the "
                    + "token is not for")
        }
        return target.absoluteString
    }
}
