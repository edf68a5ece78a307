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

    /// The pause after a failure.
    private static let pause = Duration.milliseconds(500)

    /// Follows until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await follow()
            } catch {
                if Task.isCancelled { return }
                report((error as? EtcdError)?.problem ?? "\(error)")
                try? await clock.sleep(Self.pause)
            }
        }
    }

    /// Follows until the connection is interrupted, or etcd has discarded the next changes.
    private func follow() async throws {
        let start = try await prepare()
        let isCompacted = try await client.withWatch(keys.all, from: start + 1) { watch in
            report(nil)
            var isInterrupted = false
            for try await update in watch {
                switch update {
                // The cluster may have been restored from a backup meanwhile.
                case .connected where isInterrupted: return false
                case .connected: continue
                case .interrupted(let error):
                    isInterrupted = true
                    report(error.problem)
                case .events(let events, let revision):
                    let attempts = try await mirror.apply(events, to: revision, keys: keys)
                    log.advance(to: revision, seeing: attempts)
                case .compacted: return true
                case .canceled(let reason):
                    throw ItemStoreFailure.unavailable(reason: "etcd has ended the watch of the items: \(reason)")
                }
            }
            return false
        }
        if isCompacted {
            logger.notice("etcd has discarded changes that this host has not read; all items are read again")
            try await load(from: try await client.status().cluster)
        }
    }

    /// Returns the revision to which the copy has followed, after reading all items if necessary.
    private func prepare() async throws -> Int64 {
        let source = try await mirror.database.read { db in try ItemMirror.source(db) }
        let cluster = try await client.status().cluster
        let revision = try await client.range(.key(keys.head), content: .keys).revision
        if let followed = source.followed, source.cluster == cluster, followed <= revision {
            log.advance(to: followed)
            return followed
        }
        return try await load(from: cluster)
    }

    /// Reads all items at one revision.
    @discardableResult
    private func load(from cluster: UInt64) async throws -> Int64 {
        log.restart()
        try await mirror.clear(for: cluster)
        let found = try await client.range(.key(keys.head))
        let head = found.keyValues.first
        var count = 0
        // Without a head, there was no change.
        for slice in head == nil ? [] : keys.slices {
            let items = try await client.range(slice, revision: found.revision).keyValues.compactMap { keyValue in
                try keys.item(of: keyValue.key).map { try PlacedItem(keyValue, id: $0) }
            }
            try await mirror.insert(items)
            count += items.count
        }
        let newest = try head.map { StoredItem.revision($0.modRevision, try $0.value.decode(HeadRecord.self).last) }
        try await mirror.complete(at: found.revision, head: head?.modRevision ?? 0, newest: newest ?? 0)
        log.advance(to: found.revision)
        logger.info("read all items from etcd", metadata: ["items": "\(count)"])
        return found.revision
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
