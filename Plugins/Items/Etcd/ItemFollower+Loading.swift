import Etcd
import Items
import Trellis

extension ItemFollower {
    /// Reads all items at one revision.
    ///
    /// - Returns: The state of the copy with the items, and the revision.
    func load(from cluster: UInt64) async throws -> (source: ItemMirror.Source, revision: Int64) {
        log.restart()
        mirror.recent.removeAll()
        let start = CompleteTime(by: clock)
        let found = try await client.range(.key(keys.head))
        // An attempt that began meanwhile may be among the changes up to this revision, too.
        log.restart()
        let head = found.keyValues.first
        let record = try head?.value.decode(HeadRecord.self)
        let newest = head.map { StoredItem.revision($0.modRevision, record?.last ?? 0) } ?? 0
        // The history begins with the last change.
        let source = ItemMirror.Source(
            cluster: cluster, followed: found.revision, head: head?.modRevision ?? 0, attempt: record?.attempt,
            horizon: newest, newest: newest, complete: start)
        let feed = ItemFeed()
        // No key `head` means that nothing was changed yet.
        async let sent: Void = send(head == nil ? [] : keys.slices, at: found.revision, to: feed)
        let count = try await mirror.replaceAll(with: feed, from: source)
        await sent
        log.advance(to: found.revision)
        log.note(complete: start)
        logger.info("read all items from etcd", metadata: ["items": "\(count)"])
        return (source, found.revision)
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
