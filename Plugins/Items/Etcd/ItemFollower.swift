import Etcd
import Items
import Trellis
import TrellisCluster
import TrellisSQLite

/// Follows the changes of the items in etcd into this host's copy.
struct ItemFollower: Sendable {
    let client: EtcdClient
    let keys: ItemKeys
    let mirror: ItemMirror
    let log: FollowedLog
    let clock: WallClock
    let logger: Logger

    /// The message when the next changes cannot be followed.
    private static let discarded = "etcd has discarded changes that this host has not read; all items are read again"

    /// The pause after a failure.
    private static let pause = Duration.milliseconds(500)

    /// Follows until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await follow()
            } catch {
                if Task.isCancelled { return }
                await interrupt(because: (error as? EtcdError)?.problem ?? "\(error)")
                try? await clock.sleep(Self.pause)
            }
        }
    }

    /// Follows until the connection is interrupted, or the next changes cannot be followed.
    private func follow() async throws {
        let start = try await prepare()
        do {
            let isCompacted = try await client.withWatch(keys.all, from: start.followed + 1) {
                try await apply($0, after: start)
            }
            guard isCompacted else { return }
        } catch let change as FollowedChanges.ForeignChange {
            logger.notice("another program \(change.description); all items are read again")
            _ = try await load(from: start.source.cluster)
            return
        }
        if let unchanged = start.unchanged, unchanged > start.followed {
            try await mirror.skip(to: unchanged)
            log.advance(to: unchanged, in: start.source.history)
        } else {
            logger.notice("\(Self.discarded)")
            _ = try await load(from: start.source.cluster)
        }
    }

    /// Applies changes until the connection is interrupted.
    ///
    /// The host follows when the changes that it has missed are applied: on a full disk, they cannot be.
    ///
    /// - Parameters:
    ///   - watch: The watch.
    ///   - start: The state before the changes.
    /// - Returns: Whether etcd has discarded the next changes.
    /// - Throws: The error of etcd; the error of SQLite.
    private func apply(_ watch: EtcdWatch, after start: Start) async throws -> Bool {
        // No change was missed.
        if start.unchanged != nil { report(nil) }
        var source = start.source
        var isInterrupted = false
        for try await update in watch {
            switch update {
            // The cluster may have been restored from a backup meanwhile.
            case .connected where isInterrupted: return false
            case .connected: continue
            case .interrupted(let error):
                isInterrupted = true
                await interrupt(because: error.problem)
            case .events(let events, let revision):
                let followed = try FollowedChanges(
                    events, to: revision, after: source, keys: keys, at: clock.now(), complete: log.complete)
                try await mirror.apply(followed, after: source)
                source = followed.source
                log.advance(to: revision, in: source.history, seeing: followed.attempts)
                report(nil)
            case .compacted: return true
            case .canceled(let reason):
                throw ItemStoreFailure.unavailable(reason: "etcd has ended the watch of the items: \(reason)")
            }
        }
        return false
    }

    /// The state from which the copy follows.
    private struct Start {
        var source: ItemMirror.Source

        /// The revision to which the copy has followed.
        var followed: Int64

        /// A revision up to which no item has changed since then; nil if it is not known.
        ///
        /// etcd may have discarded the changes of other keys up to there.
        var unchanged: Int64?
    }

    /// Determines the state from which the copy follows, after reading all items if necessary.
    private func prepare() async throws -> Start {
        let source = try await mirror.database.read { db in try ItemMirror.source(db) }
        let cluster = try await client.status().cluster
        let found = try await client.range(.key(keys.head))
        let head = found.keyValues.first
        guard let followed = source.followed else {
            return try await loaded(from: cluster)
        }
        let history = try ItemHistory(try await client.get(keys.history, revision: found.revision))
        let isKnown = source.cluster == cluster && followed <= found.revision
        var continuity = isKnown ? try await continuity(of: source, at: followed, now: head) : .lost
        // A host of an older version does not follow the beginning of a history.
        if continuity == .continued, history != source.history, history.key <= followed { continuity = .discarded }
        switch continuity {
        case .continued: log.advance(to: followed, in: source.history)
        case .discarded:
            logger.notice("\(Self.discarded)")
            return try await loaded(from: cluster)
        case .lost:
            logger.notice(
                """
                etcd does not have the changes that this host has followed: it was restored from a snapshot, or is another \
                cluster; all items are read again
                """)
            try await mirror.invalidate()
            return try await loaded(from: cluster, losing: source.history)
        }
        // Every change of this store sets `head`.
        let isUnchanged = source.head == head?.modRevision ?? 0
        return Start(source: source, followed: followed, unchanged: isUnchanged ? found.revision : nil)
    }

    /// The state after reading all items.
    private func loaded(from cluster: UInt64, losing lost: ItemHistory? = nil) async throws -> Start {
        let (source, revision) = try await load(from: cluster, losing: lost)
        return Start(source: source, followed: revision, unchanged: revision)
    }

    /// The relation between etcd and the last change that this host has followed.
    private enum Continuity {
        /// etcd has this change.
        case continued

        /// etcd has discarded the changes of this time, so it is not known whether it had this one.
        case discarded

        /// etcd has another change at the same revision.
        case lost
    }

    /// Finds out whether etcd has the last change that this host has followed.
    ///
    /// After the restoration of a snapshot, etcd assigns the revisions since the snapshot again.
    private func continuity(
        of source: ItemMirror.Source, at followed: Int64, now head: EtcdKeyValue?
    ) async throws -> Continuity {
        var known = head
        if source.head != head?.modRevision ?? 0 {
            do {
                known = try await client.get(keys.head, revision: followed)
            } catch {
                // A watch may still begin at the next revision: etcd discards the changes before the oldest one that it keeps.
                if error.cause == .compacted { return .discarded }
                throw error
            }
        }
        guard known?.modRevision ?? 0 == source.head else { return .lost }
        let attempt = try known?.value.decode(HeadRecord.self).attempt
        return source.attempt == nil || attempt == source.attempt ? .continued : .lost
    }

    /// Notes that the host does not follow, and stores the time as of which its copy is complete.
    private func interrupt(because problem: String) async {
        if log.problem == nil { await mirror.store(complete: log.complete) }
        report(problem)
    }

    /// Notes why the host does not follow; nil when it does.
    private func report(_ problem: String?) {
        guard log.problem != problem else { return }
        log.problem = problem
        if let problem {
            logger.warning("\(problem)")
        } else {
            logger.notice("follows the items in etcd")
        }
    }
}
