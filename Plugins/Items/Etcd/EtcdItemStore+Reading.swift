import Etcd
public import Foundation
public import Items
import Trellis
import TrellisSQLite

extension EtcdItemStore {
    /// Waits until this host has followed every change that was acknowledged before the call.
    ///
    /// - Parameter deadline: The time at which the call ends; nil for that of a call that begins now. Default: nil.
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)``; `CancellationError` when the task is cancelled.
    func catchUp(until deadline: ContinuousClock.Instant? = nil) async throws {
        let (start, deadline) = (CompleteTime(by: clock), deadline ?? self.deadline)
        let found = try await request(until: deadline) { [keys] client throws(EtcdError) in
            try await client.range(.key(keys.head), content: .keys)
        }
        try await follow(to: found.keyValues.first?.modRevision ?? 0, until: deadline)
        log.note(complete: start)
    }

    /// Waits until this host has followed to a revision.
    private func follow(to revision: Int64, until deadline: ContinuousClock.Instant) async throws {
        if log.hasReached(revision) { return }
        try await withDeadline(deadline) { [log] in try await log.wait(for: revision) }
    }

    /// Returns the history to which the next changes belong, when this host has found out whether etcd was restored.
    ///
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)``; `CancellationError` when the task is cancelled.
    func history(until deadline: ContinuousClock.Instant) async throws -> ItemHistory {
        if let history = log.currentHistory { return history }
        // The error of a request says more than the time limit of the wait.
        _ = try await request(until: deadline) { [keys] client throws(EtcdError) in
            try await client.range(.key(keys.head), content: .keys)
        }
        return try await withDeadline(deadline) { [log] in try await log.history() }
    }

    /// This host's copy, for reads that need not contain the newest changes.
    public var copy: (any ItemCopy)? { local }

    /// Reads an item from etcd.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - deadline: The time at which the call ends; nil for that of a call that begins now. Default: nil.
    /// - Returns: The item.
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``; ``ItemStoreFailure/unavailable(reason:)``; `CancellationError`.
    func placed(_ id: UUID, until deadline: ContinuousClock.Instant? = nil) async throws -> PlacedItem {
        let found = try await request(until: deadline ?? self.deadline) { [keys] client throws(EtcdError) in
            try await client.get(keys.item(id))
        }
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
        let written = log.written
        if let changes = mirror.recent.changes(since: revision, limit: limit, reaching: written.revision) {
            return changes
        }
        let deadline = deadline
        try await follow(to: written.inEtcd, until: deadline)
        if let changes = try await local.followedChanges(since: revision, limit: limit) { return changes }
        try await catchUp(until: deadline)
        return try await local.changes(since: revision, limit: limit)
    }

    /// Returns a stream that yields after this host has followed new changes.
    public func announcements() -> AsyncStream<Void> { mirror.changed.changes() }
}

// MARK: - Maintenance

extension EtcdItemStore {
    /// The maximum number of changes that are deleted in one transaction.
    private static let pruningBatchSize = 1_000

    /// Deletes the records of old changes on this host.
    public func pruneChanges(before time: Date) async throws -> Int {
        try await follow(to: log.written.inEtcd, until: deadline)
        var total = 0
        while true {
            let count = try await mirror.pruneChanges(before: time, limit: Self.pruningBatchSize)
            total += count
            if count < Self.pruningBatchSize { return total }
        }
    }

    /// Verifies that etcd responds and has space, and that this host's copy works and follows.
    public func verify() async throws {
        try await mirror.reportingDamage { try await mirror.database.verify() }
        let deadline = deadline
        try await catchUp(until: deadline)
        let status = try await request(until: deadline) { client throws(EtcdError) in try await client.status() }
        guard !status.hasNoSpaceAlarm else {
            throw ItemStoreFailure.full(
                reason: "the database of etcd is full (\(status.endpoint)): compact and defragment every member, then "
                    + "run 'etcdctl alarm disarm'")
        }
    }

    /// Checks the file of this host's copy for damage.
    public func checkIntegrity() async throws { try await mirror.checkIntegrity() }
}
