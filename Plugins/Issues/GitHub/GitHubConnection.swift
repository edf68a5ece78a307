import Foundation
import Synchronization
import Trellis

/// Asks a server of GitHub's, as its documentation asks for it: with its headers, following redirects, trying again
/// where that is safe.
///
/// It knows of HTTP and not of what is asked for. Every exchange is noted in ``Availability``.
final class GitHubConnection: Sendable {
    /// How often a request that only reads is sent at most.
    static let attempts = 3

    /// How many redirects are followed for one request.
    static let maximumRedirects = 5

    /// The version of the REST API that is asked for (docs.github.com, "API Versions").
    static let apiVersion = "2022-11-28"

    private let transport: any HTTPTransport
    private let availability: Availability
    private let limit: Duration
    private let clock: WallClock
    private let redirects = Mutex(PermanentRedirects())

    init(
        transport: any HTTPTransport, availability: Availability, configuration: IssuesConfiguration, clock: WallClock
    ) {
        self.transport = transport
        self.availability = availability
        self.limit = configuration.timeout
        self.clock = clock
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
    /// - Throws: ``TransportFailure`` when there is none; `CancellationError`.
    func answer(
        to request: HTTPRequest, from server: ServerURL, mayGoOn: () throws -> Void = {}
    ) async throws -> HTTPResponse {
        var request = request
        // docs.github.com, "Getting started with the REST API": requests without a user agent are refused.
        request.headers.append((name: "User-Agent", value: "trellis-issues/\(IssuesPlugin.manifest.version)"))
        // When GitHub is known to be away one attempt has to do: the next caller shall not wait for three.
        let attempts = request.method == .get && !availability.isAway ? Self.attempts : 1
        // By the machine's clock, whatever clock the plugin was granted: the network goes by no other.
        let deadline = ContinuousClock.now + limit
        var attempt = 1
        while true {
            try mayGoOn()
            do {
                let response = try await answerFollowingRedirects(to: request, from: server, by: deadline)
                availability.noteAnswer()
                return response
            } catch let failure as TransportFailure {
                let delay = Self.delay(after: attempt)
                guard attempt < attempts, ContinuousClock.now + delay < deadline else {
                    availability.noteFailure(failure.reason)
                    throw failure.since(availability.awaySince)
                }
                try await clock.sleep(delay)
                attempt += 1
            }
        }
    }

    /// How long to wait after an attempt that failed: up to half a second after the first, twice that after the second.
    ///
    /// Where
    /// in that time is left to chance, so that many that failed together don't come back together.
    private static func delay(after attempt: Int) -> Duration {
        .milliseconds(Int.random(in: 50...(500 << (attempt - 1))))
    }

    /// Follows redirects as docs.github.com, "Best practices for using the REST API", "Follow redirects" asks for: the
    /// same request to the new URL, and a permanent one is remembered.
    private func answerFollowingRedirects(
        to request: HTTPRequest, from server: ServerURL, by deadline: ContinuousClock.Instant
    ) async throws -> HTTPResponse {
        var request = request
        let original = request.url
        request.url = redirects.withLock { $0.target(of: original) }
        var isPermanent = true
        for _ in 0...Self.maximumRedirects {
            let response = try await transport.exchange(request, within: deadline - .now)
            switch response.status {
            case 301, 302, 307, 308:
                let target = try target(of: response, to: request.url, on: server)
                isPermanent = isPermanent && [301, 308].contains(response.status)
                if isPermanent { redirects.withLock { $0.note(original, isNow: target) } }
                request.url = target
            case 500...:
                throw TransportFailure(reason: "it answered with the status \(response.status)", mayHaveArrived: true)
            default:
                if response.status == 404 { redirects.withLock { $0.forget(original) } }
                return response
            }
        }
        throw TransportFailure(reason: "it redirects in a circle", mayHaveArrived: false)
    }

    private func target(of response: HTTPResponse, to url: String, on server: ServerURL) throws -> String {
        guard let location = response.headers["location"],
            let target = URL(string: location, relativeTo: URL(string: url))?.absoluteURL
        else {
            throw TransportFailure(reason: "it redirects without saying where to", mayHaveArrived: false)
        }
        guard server.hasSameOrigin(as: target) else {
            throw TransportFailure(
                reason:
                    "it redirects to another server, \(target.host(percentEncoded: true) ?? location), which the token "
                    + "is not for", mayHaveArrived: false)
        }
        return target.absoluteString
    }
}
