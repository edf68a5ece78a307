import Foundation
import Synchronization
import Trellis
import TrellisHTTP

/// A record of the availability of GitHub, the rate limit and the state of the token.
///
/// Requests update the record.
///
/// The record belongs to the plugin's scope, and outlives the scopes of accounts.
final class GitHubAvailability: Sendable {
    /// A problem that degrades the plugin.
    enum Problem: Sendable, Hashable {
        /// GitHub is unavailable.
        case unavailable(since: Date, reason: String)

        /// GitHub rejects all requests until the given time.
        case rateLimited(since: Date, until: Date)

        /// GitHub rejects the token.
        case tokenRejected(since: Date)
    }

    /// The time in seconds after a failure during which cached responses are used without a request.
    static let retryInterval: TimeInterval = 5

    private struct State {
        var lastFailure = Date.distantPast
        var failures = 0
        var limit: (since: Date, until: Date)?
        var tokenRejected: Date?
    }

    private let server: ServerAvailability
    private let state = Mutex(State())
    private let clock: WallClock

    /// The plugin's logger.
    let logger: Logger

    init(server: ServerAvailability, clock: WallClock, logger: Logger) {
        self.server = server
        self.clock = clock
        self.logger = logger
    }

    /// Whether the last request failed.
    var isUnavailable: Bool { server.outage != nil }

    /// The start of the current outage; the current time when GitHub is available.
    var unavailableSince: Date { server.outage?.since ?? clock.now() }

    /// The reason for a failure within the last ``retryInterval``; nil when no request failed in that time.
    var recentFailure: String? {
        let passed = clock.now().timeIntervalSince(state.withLock(\.lastFailure))
        // The clock may have been set back.
        return (0..<Self.retryInterval).contains(passed) ? server.outage?.reason : nil
    }

    /// The number of failed requests since the start of the plugin.
    var failures: Int { state.withLock(\.failures) }

    /// Returns the reason for a failure that occurred after a value of ``failures`` was read.
    ///
    /// - Parameter count: The earlier value of ``failures``.
    /// - Returns: The reason; nil when no request has failed since then, or when a later request succeeded.
    func failure(after count: Int) -> String? {
        failures > count ? server.outage?.reason : nil
    }

    /// The most severe current problem; nil when there is none.
    var problem: Problem? {
        if let outage = server.outage { return .unavailable(since: outage.since, reason: outage.reason) }
        let now = clock.now()
        return state.withLock { state in
            if let since = state.tokenRejected { return .tokenRejected(since: since) }
            if let limit = state.limit, limit.until > now {
                return .rateLimited(since: limit.since, until: limit.until)
            }
            return nil
        }
    }

    /// Records that GitHub responded.
    func recordResponse() {
        server.recordResponse()
    }

    /// Records that GitHub did not respond, or that its response was invalid.
    ///
    /// - Parameter reason: The reason, without a full stop.
    func recordFailure(_ reason: String) {
        let now = clock.now()
        // The reason is recorded before the failure is counted, so that a reader of the count finds the reason.
        server.recordFailure(reason)
        state.withLock { state in
            state.lastFailure = now
            state.failures += 1
        }
    }

    /// Probes GitHub while it is unavailable, until the task is cancelled.
    ///
    /// - Parameter probe: Sends an inexpensive request and records its outcome.
    func monitorRecovery(_ probe: () async throws -> Void) async {
        await server.monitorRecovery(probe)
    }

    /// Records that GitHub rejects all requests until the given time.
    func recordRateLimit(until: Date) {
        let now = clock.now()
        state.withLock { $0.limit = ($0.limit.flatMap { $0.until > now ? $0.since : nil } ?? now, until) }
    }

    /// Records whether GitHub accepts the token.
    func recordToken(isAccepted: Bool) {
        let now = clock.now()
        state.withLock { $0.tokenRejected = isAccepted ? nil : $0.tokenRejected ?? now }
    }

    /// Clears the rate limit and the state of the token, because the account has changed.
    func resetAccount() {
        state.withLock { state in
            state.limit = nil
            state.tokenRejected = nil
        }
    }
}
