import RFC3339
import Trellis

/// Limits the number of records of rejected calls, so that a caller without rights can fill neither the queue nor the files of the
/// audit log.
///
/// The first ``burst`` calls of a source have a record each. After that, a record per ``interval`` stands for all calls of the
/// source since its previous record: it describes the last one, and has their number.
///
/// The type has no side effects: its functions return the entries to record.
struct RefusalLimit {
    /// The calls that share a limit.
    ///
    /// The requests that a plugin rejects have no method: their text is chosen by the client.
    private struct Source: Hashable {
        let user: UInt32
        let plugin: String
        let via: String?
        let method: String?

        init(of entry: AuditEntry) {
            (user, plugin, via) = (entry.peer.userID, entry.plugin, entry.via)
            if case .rejected = entry.outcome { method = nil } else { method = entry.method }
        }
    }

    private struct Account {
        /// The number of records that the source may have now.
        var allowance = RefusalLimit.burst

        /// The time since which the allowance has its value.
        var since: ContinuousClock.Instant

        /// The last call since the last record, with the number of all such calls, and its time; nil for none.
        var waiting: (entry: AuditEntry, time: Timestamp)?

        /// Adds a record to the allowance for each interval that has passed.
        mutating func refill(at now: ContinuousClock.Instant) {
            let earned = Int(since.duration(to: now) / RefusalLimit.interval)
            guard earned > 0 else { return }
            allowance = min(RefusalLimit.burst, allowance + earned)
            since = now
        }
    }

    /// The decision on a rejected call.
    enum Decision {
        /// The call is recorded now, together with those that wait.
        case record(AuditEntry)

        /// A later record stands for the call.
        case wait

        /// Too many sources are limited. The call has no record.
        case drop
    }

    /// The number of calls of a source that have a record each.
    static let burst = 10

    /// The time for which one further record stands.
    static let interval = Duration.seconds(60)

    /// The maximum number of sources with calls in the last ``burst`` intervals.
    static let maximumSources = 1_000

    private var accounts: [Source: Account] = [:]

    /// Decides whether a rejected call is recorded.
    ///
    /// - Parameters:
    ///   - entry: The call.
    ///   - time: The time of the call.
    ///   - now: The same time on a clock that only advances.
    /// - Returns: The decision.
    mutating func decide(_ entry: AuditEntry, at time: Timestamp, _ now: ContinuousClock.Instant) -> Decision {
        let source = Source(of: entry)
        if accounts[source] == nil, accounts.count >= Self.maximumSources {
            removeIdle(at: now)
            if accounts.count >= Self.maximumSources { return .drop }
        }
        var account = accounts[source] ?? Account(since: now)
        account.refill(at: now)
        defer { accounts[source] = account }
        var entry = entry
        entry.count += account.waiting?.entry.count ?? 0
        guard account.allowance > 0 else {
            account.waiting = (entry, time)
            return .wait
        }
        account.allowance -= 1
        account.waiting = nil
        return .record(entry)
    }

    /// Returns the entries that stand for calls without a record, of the sources that may have a record again.
    ///
    /// - Parameter now: The present time; nil for the entries of all sources.
    /// - Returns: The entries, in the order of the calls, and the times of the calls.
    mutating func takeWaiting(at now: ContinuousClock.Instant?) -> [(entry: AuditEntry, time: Timestamp)] {
        var taken: [(entry: AuditEntry, time: Timestamp)] = []
        for source in accounts.keys {
            guard var account = accounts[source], let waiting = account.waiting else { continue }
            if let now {
                account.refill(at: now)
                guard account.allowance > 0 else { continue }
                account.allowance -= 1
            }
            account.waiting = nil
            accounts[source] = account
            taken.append(waiting)
        }
        if let now { removeIdle(at: now) }
        return taken.sorted { ($0.time.seconds, $0.time.nanoseconds) < ($1.time.seconds, $1.time.nanoseconds) }
    }

    /// Removes the sources that are as if they had never called.
    private mutating func removeIdle(at now: ContinuousClock.Instant) {
        for source in accounts.keys {
            accounts[source]?.refill(at: now)
            guard let account = accounts[source], account.allowance == Self.burst, account.waiting == nil else {
                continue
            }
            accounts[source] = nil
        }
    }
}
