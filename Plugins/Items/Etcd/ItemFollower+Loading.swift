import Etcd
import Foundation
import Items
import Trellis
import TrellisSQLite

extension ItemFollower {
    /// Reads all items at one revision, after beginning a new history if changes were lost.
    ///
    /// - Parameters:
    ///   - cluster: The identifier of the cluster.
    ///   - lost: The history of this host, if etcd does not have its last change; nil otherwise. Default: nil.
    /// - Returns: The state of the copy with the items, and the revision.
    /// - Throws: `EtcdError`; the error of SQLite; `CancellationError`.
    func load(
        from cluster: UInt64, losing lost: ItemHistory? = nil
    ) async throws -> (source: ItemMirror.Source, revision: Int64) {
        log.restart()
        mirror.recent.removeAll()
        let newest = try await mirror.database.read { db in try ItemMirror.source(db) }.newest
        let (source, revision) = try await risingState(of: cluster, after: newest, losing: lost)
        log.begin(source.history)
        let feed = ItemFeed()
        // No key `head` means that nothing was changed yet.
        let slices = source.head == 0 ? [] : keys.slices
        async let sent: Void = send(slices, at: revision, to: feed)
        let count = try await mirror.replaceAll(with: feed, from: source)
        await sent
        log.advance(to: revision, in: source.history)
        log.note(complete: source.complete)
        logger.info("read all items from etcd", metadata: ["items": "\(count)"])
        return (source, revision)
    }

    /// Reads the state of the items, and its revision in etcd, so that the next changes have larger revisions than all before.
    private func risingState(
        of cluster: UInt64, after newest: Int, losing lost: ItemHistory?
    ) async throws -> (source: ItemMirror.Source, revision: Int64) {
        while true {
            let (source, revision) = try await state(of: cluster)
            // Another host may have begun a history already.
            let isRising = try StoredItem.revision(revision + 1, source.history.base) > newest
            if isRising, source.history != lost { return (source, revision) }
            logger.notice("changes were lost: the revisions of the next ones begin at the current time")
            try await beginHistory(after: newest, replacing: source.history, at: revision)
        }
    }

    /// Reads the state of the items, and its revision in etcd.
    private func state(of cluster: UInt64) async throws -> (source: ItemMirror.Source, revision: Int64) {
        let start = CompleteTime(by: clock)
        let found = try await client.range(.key(keys.head))
        // An attempt that began meanwhile may be among the changes up to this revision, too.
        log.restart()
        let head = found.keyValues.first
        let record = try head?.value.decode(HeadRecord.self)
        let newest = try head.map { try StoredItem.revision($0.modRevision, record?.last ?? 0) } ?? 0
        // The available changes are those after the last one.
        let source = ItemMirror.Source(
            cluster: cluster, followed: found.revision, head: head?.modRevision ?? 0, attempt: record?.attempt,
            history: try ItemHistory(try await client.get(keys.history, revision: found.revision)), horizon: newest,
            newest: newest, complete: start)
        return (source, found.revision)
    }

    /// Begins a new history, unless another host has begun one meanwhile.
    ///
    /// - Parameters:
    ///   - lost: The last revision of the lost changes that this host knows. Others may know later ones.
    ///   - current: The history in etcd.
    ///   - revision: The current revision in etcd.
    /// - Throws: `EtcdError`; ``ItemStoreFailure/unavailable(reason:)`` when no history has larger revisions.
    private func beginHistory(
        after lost: Int, replacing current: ItemHistory, at revision: Int64
    ) async throws {
        let time = clock.now()
        let first = Revision.next(after: lost, at: time)
        let base = try ItemHistory.valid(base: max(current.base, first - StoredItem.revision(revision, 0)))
        let head = HeadRecord(attempt: UUID.random().text, time: time.milliseconds, last: base)
        try await client.transaction(
            compare: [current.isCurrent(in: keys)],
            success: [
                .put(keys.history, EtcdBytes(json: HistoryRecord(base: base))),
                .put(keys.head, EtcdBytes(json: head)),
            ])
    }

    /// The number of slices that are read at once.
    private static let concurrentSlices = 2

    /// Reads the items of all slices at a revision, and passes them to a feed.
    private func send(_ slices: [EtcdKeyRange], at revision: Int64, to feed: ItemFeed) async {
        do {
            try await withThrowingTaskGroup(of: [PlacedItem].self) { group in
                for (number, slice) in slices.enumerated() {
                    if number >= Self.concurrentSlices, let items = try await group.next() {
                        try await feed.send(items)
                    }
                    group.addTask { try await items(in: slice, at: revision) }
                }
                while let items = try await group.next() { try await feed.send(items) }
            }
            feed.finish()
        } catch {
            feed.finish(throwing: error)
        }
    }

    /// Reads the items of a slice at a revision.
    private func items(in slice: EtcdKeyRange, at revision: Int64) async throws -> [PlacedItem] {
        try await client.range(slice, revision: revision).keyValues.compactMap { keyValue in
            try keys.item(of: keyValue.key).map { try PlacedItem(keyValue, id: $0) }
        }
    }
}
