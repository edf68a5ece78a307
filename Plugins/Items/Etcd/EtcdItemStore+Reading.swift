import Etcd
public import Foundation
public import Items
import Trellis
import TrellisSQLite

extension EtcdItemStore {
    /// Waits until this host has followed every change that was acknowledged before the call.
    ///
    /// - Returns: The revision of the key `head`; 0 if it does not exist.
    @discardableResult
    func catchUp() async throws -> Int64 {
        try await withinLimit { [client, clock, keys, log] in
            let start = clock.now()
            let head = try await client.range(.key(keys.head), content: .keys).keyValues.first?.modRevision ?? 0
            try await log.wait(for: head)
            log.note(complete: start)
            return head
        }
    }

    /// Reads from this host's copy.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await local.read(body)
    }

    /// This host's copy, for reads that need not contain the newest changes.
    public var copy: (any ItemCopy)? { local }

    /// Reads an item from etcd.
    func placed(_ id: UUID) async throws -> PlacedItem {
        let found = try await withinLimit { [client, keys] in try await client.get(keys.item(id)) }
        guard let found else { throw ItemStoreError.noSuchItem(id: id) }
        return try PlacedItem(found, id: id)
    }

    /// Returns an item.
    public func item(_ id: UUID) async throws -> Item { try await placed(id).item }

    /// Returns a page of items.
    public func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        try await catchUp()
        return try await local.page(after: position, filter: filter, limit: limit)
    }

    /// Returns the position of an item.
    public func position(of id: UUID) async throws -> Int { try await placed(id).position }

    /// Returns a snapshot of the items in this host's copy.
    public func snapshot() async throws -> any ItemSnapshot {
        try await catchUp()
        return try await local.snapshot()
    }

    /// Returns the revision of the last change.
    public func revision() async throws -> Int {
        try await catchUp()
        return try await local.revision()
    }

    /// Returns changes in the order of their revisions, at least those that were made on this host.
    ///
    /// The changes since a revision that this host has not followed yet are those after the call has caught up.
    public func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try await withinLimit { [log] in try await log.wait(for: log.written) }
        if revision > (try await local.revision()) { try await catchUp() }
        return try await local.changes(since: revision, limit: limit)
    }

    /// Returns a stream that yields after this host has followed new changes.
    public func announcements() -> AsyncStream<Void> { local.announcements() }
}

// MARK: - Maintenance

extension EtcdItemStore {
    /// The maximum number of changes that are deleted in one transaction.
    private static let pruningBatchSize = 1_000

    /// Deletes the records of old changes on this host.
    public func pruneChanges(before time: Date) async throws -> Int {
        try await withinLimit { [log] in try await log.wait(for: log.written) }
        var total = 0
        while true {
            let count = try await mirror.pruneChanges(before: time, limit: Self.pruningBatchSize)
            total += count
            if count < Self.pruningBatchSize { return total }
        }
    }

    /// Verifies that etcd responds and has space, and that this host's copy works and follows.
    public func verify() async throws {
        try await mirror.database.verify()
        try await catchUp()
        let status = try await withinLimit { [client] in try await client.status() }
        guard !status.hasNoSpaceAlarm else {
            throw ItemStoreFailure.full(
                reason: "the database of etcd is full (\(status.endpoint)): compact and defragment every member, then "
                    + "run 'etcdctl alarm disarm'")
        }
    }

    /// Checks the file of this host's copy for damage.
    public func checkIntegrity() async throws { try await mirror.database.checkIntegrity() }
}
