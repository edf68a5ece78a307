import Foundation
import Synchronization
import Trellis

/// What is known of whether GitHub answers: since when it does not, and why.
///
/// It lives as long as the plugin runs, whoever is signed in.
final class Availability: Sendable {
    /// What is amiss.
    enum Trouble: Sendable, Hashable {
        /// It can't be reached.
        case away(since: Date, reason: String)

        /// It takes no requests before a time.
        case rateLimited(since: Date, until: Date)

        /// It does not accept the token.
        case tokenRefused(since: Date)
    }

    /// How long an answer from the cache may stand in after a request has failed, before GitHub is asked again.
    static let pause: TimeInterval = 5

    private struct State {
        var away: (since: Date, reason: String)?
        var lastFailure = Date.distantPast
        var failures = 0
        var limit: (since: Date, until: Date)?
        var refused: Date?
    }

    private let state = Mutex(State())
    private let clock: WallClock
    private let logger: Logger

    /// Yields when GitHub has gone away; several times that nobody has seen count as one.
    ///
    /// For one listener.
    let departures: AsyncStream<Void>

    private let departure: AsyncStream<Void>.Continuation

    init(plugin: PluginEnvironment) {
        clock = plugin.clock
        logger = plugin.logger
        (departures, departure) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether it could not be reached when somebody last tried.
    var isAway: Bool { state.withLock { $0.away != nil } }

    /// Since when it can't be reached; now, when it can.
    var awaySince: Date { state.withLock { $0.away?.since } ?? clock.now() }

    /// Why it could not be reached, when somebody found that out a moment ago; nil when it is time to try again.
    var freshFailure: String? {
        let now = clock.now()
        return state.withLock { state in
            // The time of day may have been set back meanwhile.
            (0..<Self.pause).contains(now.timeIntervalSince(state.lastFailure)) ? state.away?.reason : nil
        }
    }

    /// How many requests have failed until now.
    var failures: Int { state.withLock(\.failures) }

    /// Why it can't be reached, when somebody has found that out since a time.
    ///
    /// - Parameter count: What ``failures`` was then.
    /// - Returns: The reason; nil when nobody has, and when it has answered after that.
    func failure(after count: Int) -> String? {
        state.withLock { $0.failures > count ? $0.away?.reason : nil }
    }

    /// What is amiss, the worst first; nil when nothing is.
    var trouble: Trouble? {
        let now = clock.now()
        return state.withLock { state in
            if let away = state.away { return .away(since: away.since, reason: away.reason) }
            if let refused = state.refused { return .tokenRefused(since: refused) }
            if let limit = state.limit, limit.until > now {
                return .rateLimited(since: limit.since, until: limit.until)
            }
            return nil
        }
    }

    /// Notes that it answered.
    func noteAnswer() {
        guard
            let away = state.withLock({ state in
                defer { state.away = nil }
                return state.away
            })
        else { return }
        logger.notice("GitHub answers again", metadata: ["away since": "\(away.since.rfc3339)"])
    }

    /// Notes that it could not be reached.
    ///
    /// - Parameter reason: Why, as the end of a sentence.
    func noteFailure(_ reason: String) {
        let now = clock.now()
        let isNew = state.withLock { state in
            defer { state.away = (state.away?.since ?? now, reason) }
            state.lastFailure = now
            state.failures += 1
            return state.away == nil
        }
        guard isNew else { return }
        logger.warning("GitHub can't be reached", metadata: ["reason": "\(reason)"])
        departure.yield()
    }

    /// Notes that it takes no requests before a time.
    func noteLimit(until: Date) {
        let now = clock.now()
        state.withLock { $0.limit = ($0.limit.flatMap { $0.until > now ? $0.since : nil } ?? now, until) }
    }

    /// Notes whether it accepts the token.
    func noteToken(isAccepted: Bool) {
        let now = clock.now()
        state.withLock { $0.refused = isAccepted ? nil : $0.refused ?? now }
    }

    /// Forgets what was noted of an account, since there is another one now.
    func noteAccountChange() {
        state.withLock { state in
            state.limit = nil
            state.refused = nil
        }
    }
}

extension Date {
    /// The time as RFC 3339 has it, in UTC, to the second: `2026-01-31T09:00:00Z`.
    var rfc3339: String { formatted(.iso8601) }
}
