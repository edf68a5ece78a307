import Foundation
import TrellisHTTP

/// The rate limits that GitHub's responses report (docs.github.com, "Rate limits for the REST API").
///
/// Searches have an hourly limit of their own. Secondary limits concern all requests.
struct RateLimit {
    /// The requests that share a limit.
    enum Resource: Hashable, Sendable, CaseIterable {
        /// All requests except searches.
        case core

        /// Searches.
        case search
    }

    /// The reason to send no request until a time.
    struct Pause: Sendable, Hashable {
        /// The time until which GitHub rejects requests.
        var until: Date

        /// The message with which GitHub reported the limit.
        var message: String
    }

    /// The first and the longest delay in seconds after a rejection that does not state a time.
    ///
    /// The delay doubles with each rejection.
    static let backoff = (first: 60.0, maximum: 3_600.0)

    /// The maximum delay in seconds.
    ///
    /// A later reset time is implausible, because GitHub's limits apply per hour.
    static let maximumDelay = 2 * 3_600.0

    /// The current pauses.
    private var pauses: [Resource: Pause] = [:]

    /// The number of consecutive rejections that do not state a time.
    private var rejections = 0

    /// Returns the pause of a resource's requests; nil when GitHub accepts them.
    func pause(of resource: Resource, at now: Date) -> Pause? {
        pauses[resource].flatMap { $0.until > now ? $0 : nil }
    }

    /// Records the limit that a response reports.
    ///
    /// - Parameters:
    ///   - response: Any response of GitHub.
    ///   - resource: The resource of the request.
    ///   - now: The time at which the response was received.
    /// - Returns: Whether the request was rejected because of a rate limit.
    mutating func record(_ response: HTTPResponse, of resource: Resource, at now: Date) -> Bool {
        let reset = response.headers["x-ratelimit-remaining"] == "0" ? Self.delay(in: response, at: now) : nil
        guard [403, 429].contains(response.status) else {
            if response.status < 400 { rejections = 0 }
            // The request succeeded, but was the last one that GitHub accepts in this hour.
            if let reset, reset > 0 {
                pause([resource], for: reset, "the hourly limit of requests is reached", now)
            }
            return false
        }
        let text = GitHubErrorBody(of: response).message
        if let seconds = response.headers["retry-after"].flatMap(Int.init) {
            pause(Resource.allCases, for: Double(max(seconds, 1)), text, now)
        } else if let reset {
            pause([resource], for: reset > 0 ? reset : Self.backoff.first, text, now)
        } else if response.status == 429 || Self.isSecondaryLimit(text) {
            let wait = min(Self.backoff.first * pow(2, Double(rejections)), Self.backoff.maximum)
            rejections += 1
            pause(Resource.allCases, for: wait, text, now)
        } else {
            return false
        }
        return true
    }

    private mutating func pause(_ resources: [Resource], for delay: TimeInterval, _ message: String, _ now: Date) {
        let pause = Pause(until: now.addingTimeInterval(min(delay, Self.maximumDelay)), message: message)
        for resource in resources { pauses[resource] = pause }
    }

    /// Whether a message reports a secondary limit.
    ///
    /// Older versions of GitHub Enterprise Server call it the abuse detection mechanism.
    private static func isSecondaryLimit(_ message: String) -> Bool {
        ["rate limit", "abuse detection"].contains(where: message.localizedCaseInsensitiveContains)
    }

    /// The seconds until the time in `x-ratelimit-reset`, which may be in the past; nil without such a time.
    ///
    /// The time is that of GitHub's clock, which the `Date` header shows; this machine's clock may differ.
    private static func delay(in response: HTTPResponse, at now: Date) -> TimeInterval? {
        guard let reset = response.headers["x-ratelimit-reset"].flatMap(Int.init) else { return nil }
        return Double(reset) - (response.date ?? now).timeIntervalSince1970
    }
}
