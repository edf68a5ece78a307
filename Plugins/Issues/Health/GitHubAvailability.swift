import Foundation
import Synchronization
import Trellis
import TrellisHTTP

/// What is known of whether GitHub answers, and whether it takes requests: since when it does not, and why.
///
/// It lives as long as the plugin runs, whoever is signed in.
final class GitHubAvailability: Sendable {
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
        var lastFailure = Date.distantPast
        var failures = 0
        var limit: (since: Date, until: Date)?
        var refused: Date?
    }

    /// Whether it answers.
    private let server: ServerAvailability

    private let state = Mutex(State())
    private let clock: WallClock

    init(plugin: PluginEnvironment) {
        clock = plugin.clock
        server = ServerAvailability(of: "GitHub", plugin: plugin)
    }

    /// Whether it could not be reached when somebody last tried.
    var isAway: Bool { server.outage != nil }

    /// Since when it can't be reached; now, when it can.
    var awaySince: Date { server.outage?.since ?? clock.now() }

    /// Why it could not be reached, when somebody found that out a moment ago; nil when it is time to try again.
    var freshFailure: String? {
        let passed = clock.now().timeIntervalSince(state.withLock(\.lastFailure))
        // The time of day may have been set back meanwhile.
        return (0..<Self.pause).contains(passed) ? server.outage?.reason : nil
    }

    /// How many requests have failed until now.
    var failures: Int { state.withLock(\.failures) }

    /// Why it can't be reached, when somebody has found that out since a time.
    ///
    /// - Parameter count: What ``failures`` was then.
    /// - Returns: The reason; nil when nobody has, and when it has answered after that.
    func failure(after count: Int) -> String? {
        failures > count ? server.outage?.reason : nil
    }

    /// What is amiss, the worst first; nil when nothing is.
    var trouble: Trouble? {
        if let outage = server.outage { return .away(since: outage.since, reason: outage.reason) }
        let now = clock.now()
        return state.withLock { state in
            if let refused = state.refused { return .tokenRefused(since: refused) }
            if let limit = state.limit, limit.until > now {
                return .rateLimited(since: limit.since, until: limit.until)
            }
            return nil
        }
    }

    /// Notes that it answered.
    func noteAnswer() {
        server.noteAnswer()
    }

    /// Notes that it could not be reached.
    ///
    /// - Parameter reason: Why, as the end of a sentence.
    func noteFailure(_ reason: String) {
        let now = clock.now()
        // Before it is counted: whoever sees the count finds the reason.
        server.noteFailure(reason)
        state.withLock { state in
            state.lastFailure = now
            state.failures += 1
        }
    }

    /// Has GitHub asked again and again while it is away, until the task is cancelled.
    ///
    /// - Parameter ask: Asks it, and notes what came of it.
    func watchForReturn(_ ask: () async throws -> Void) async {
        await server.watchForReturn(ask)
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
