import Foundation
import TrellisHTTP

/// The rate limit that GitHub's responses report (docs.github.com, "Rate limits for the REST API").
struct RateLimit {
    /// The first and the longest delay in seconds after a rejection that does not state a time.
    ///
    /// The delay doubles with each rejection.
    static let backoff = (first: 60.0, maximum: 3_600.0)

    /// The maximum delay in seconds.
    ///
    /// A later reset time is implausible, because GitHub's limits apply per hour.
    static let maximumDelay = 2 * 3_600.0

    /// The time until which GitHub rejects all requests.
    private(set) var until: Date?

    /// The message with which GitHub reported the limit; empty when no limit was reported.
    private(set) var message = ""

    /// The number of consecutive rejections that do not state a time.
    private var rejections = 0

    /// Records the limit that a response reports.
    ///
    /// - Parameters:
    ///   - response: Any response of GitHub.
    ///   - now: The time at which the response was received.
    /// - Returns: Whether the request was rejected because of a rate limit.
    mutating func record(_ response: HTTPResponse, at now: Date) -> Bool {
        let reset =
            response.headers["x-ratelimit-remaining"] == "0" ? Self.time(response.headers["x-ratelimit-reset"]) : nil
        guard [403, 429].contains(response.status) else {
            if response.status < 400 { rejections = 0 }
            // The request succeeded, but was the last one that GitHub accepts in this hour. Searches have a limit of their
            // own, which does not concern other requests.
            let isCore = response.headers["x-ratelimit-resource"].map { $0 == "core" } ?? true
            if isCore, let reset, reset > now { limit(until: reset, "the hourly limit of requests is reached", now) }
            return false
        }
        let text = GitHubErrorBody(of: response).message
        if let seconds = response.headers["retry-after"].flatMap(Int.init) {
            limit(until: now.addingTimeInterval(Double(max(seconds, 1))), text, now)
        } else if let reset {
            limit(until: max(reset, now.addingTimeInterval(1)), text, now)
        } else if response.status == 429 || text.localizedCaseInsensitiveContains("rate limit") {
            let wait = min(Self.backoff.first * pow(2, Double(rejections)), Self.backoff.maximum)
            rejections += 1
            limit(until: now.addingTimeInterval(wait), text, now)
        } else {
            return false
        }
        return true
    }

    private mutating func limit(until time: Date, _ text: String, _ now: Date) {
        until = min(time, now.addingTimeInterval(Self.maximumDelay))
        message = text
    }

    /// Parses a time in seconds since 1970.
    private static func time(_ text: String?) -> Date? {
        text.flatMap(Int.init).map { Date(timeIntervalSince1970: Double($0)) }
    }
}
