import Foundation
import TrellisHTTP

/// How many requests GitHub takes, as far as its answers say (docs.github.com, "Rate limits for the REST API").
struct RateLimit {
    /// How long to wait after a refusal that does not say how long: at first, doubled each time, and at most.
    static let waits = (first: 60.0, last: 3_600.0)

    /// The latest time that is believed, in seconds from now: limits are counted by the hour.
    static let horizon = 2 * 3_600.0

    private(set) var until: Date?
    private(set) var message = ""
    private var strikes = 0

    /// Looks at an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - now: The time of day.
    /// - Returns: Whether the request was refused because of a limit.
    mutating func note(_ response: HTTPResponse, at now: Date) -> Bool {
        let reset =
            response.headers["x-ratelimit-remaining"] == "0" ? Self.time(response.headers["x-ratelimit-reset"]) : nil
        guard [403, 429].contains(response.status) else {
            if response.status < 400 { strikes = 0 }
            // That was the last one: the next would be refused.
            if let reset, reset > now { limit(until: reset, "the requests of this hour are used up", now) }
            return false
        }
        let text = GitHubErrorBody(of: response).message
        if let seconds = response.headers["retry-after"].flatMap(Int.init) {
            limit(until: now.addingTimeInterval(Double(max(seconds, 1))), text, now)
        } else if let reset {
            limit(until: max(reset, now.addingTimeInterval(1)), text, now)
        } else if response.status == 429 || text.localizedCaseInsensitiveContains("rate limit") {
            let wait = min(Self.waits.first * pow(2, Double(strikes)), Self.waits.last)
            strikes += 1
            limit(until: now.addingTimeInterval(wait), text, now)
        } else {
            return false
        }
        return true
    }

    private mutating func limit(until time: Date, _ text: String, _ now: Date) {
        until = min(time, now.addingTimeInterval(Self.horizon))
        message = text
    }

    /// A time that is written as seconds since 1970.
    private static func time(_ text: String?) -> Date? {
        text.flatMap(Int.init).map { Date(timeIntervalSince1970: Double($0)) }
    }
}
