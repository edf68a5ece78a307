import Etcd
public import Foundation
public import Items
import Synchronization
import Trellis
import TrellisSQLite

extension EtcdItemStore {
    /// Adds an item.
    public func add(title: String, count: Int) async throws -> Item {
        let item = try ItemRecord(title: title, count: count).item(at: clock.now())
        let deadline = deadline
        if let added = try await additions.add(item, until: deadline) { return added }
        defer { addWaiting() }
        return try await add([item], at: clock.now(), until: deadline)[0]
    }

    /// Adds the items that have arrived during a transaction.
    private func addWaiting() {
        let waiting = additions.next()
        guard !waiting.isEmpty else { return }
        adding.withLock { adding in
            adding = plugin.task("additions of items") {
                var next = waiting
                while !next.isEmpty {
                    await self.add(next)
                    next = self.additions.next()
                }
            }
        }
    }

    /// Adds several items in one transaction, or in more if etcd does not accept its size.
    private func add(_ additions: [Addition]) async {
        let additions = additions.filter { $0.begin() }
        guard let first = additions.first else { return }
        do {
            let items = try await add(additions.map(\.item), at: clock.now(), until: first.deadline)
            for (addition, item) in zip(additions, items) { addition.finish(.success(item)) }
        } catch ItemStoreFailure.tooLarge where additions.count > 1 {
            await add(Array(additions.prefix(additions.count / 2)))
            await add(Array(additions.dropFirst(additions.count / 2)))
        } catch {
            for addition in additions { addition.finish(.failure(error)) }
        }
    }

    /// Adds several items.
    public func add(_ items: [NewItem]) async throws -> [Item] {
        try ItemBatch.validate(count: items.count)
        let time = clock.now()
        let new = try ItemBatch.map(items) { try ItemRecord(title: $0.title, count: $0.count).item(at: time) }
        return try await add(new, at: time, until: deadline)
    }

    /// Adds items with new identifiers.
    private func add(
        _ items: [Item], at time: Date, until deadline: ContinuousClock.Instant
    ) async throws -> [Item] {
        guard let first = items.first else { return [] }
        let history = try await history(until: deadline)
        let puts = try items.enumerated().map { n, item in
            let value = StoredItem(item, n: history.base + n, first: n)
            return EtcdOperation.put(keys.item(item.id), try EtcdBytes(json: value))
        }
        // The items are added by one transaction, so the key of the first one stands for all.
        let revision = try await commit(
            puts, last: items.count - 1, of: history, at: time, if: [.absent(keys.item(first.id))], isFenced: true,
            until: deadline)
        guard let revision else {
            throw ItemStoreFailure.unavailable(
                reason: "etcd was restored from a snapshot meanwhile, or has the identifier \(first.id.text) already; "
                    + "nothing was changed, try again")
        }
        return try items.enumerated().map { n, item in
            item.changed(by: try StoredItem.revision(revision, history.base + n))
        }
    }

    /// Updates an item.
    public func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) async throws -> Item {
        try await repeating("the item") { deadline in
            let history = try await history(until: deadline)
            let (old, time) = (try await placed(id, until: deadline), clock.now())
            try old.item.requireRevision(expected)
            guard let new = try old.item.updated(title: title, count: count, at: time) else { return old.item }
            let value = StoredItem(new, n: history.base, first: old.first)
            let put = EtcdOperation.put(keys.item(id), try EtcdBytes(json: value))
            let unchanged = EtcdComparison.unchanged(keys.item(id), since: old.modRevision)
            return try await commit([put], last: 0, of: history, at: time, if: [unchanged], until: deadline)
                .map { new.changed(by: try StoredItem.revision($0, history.base)) }
        }
    }

    /// Deletes an item.
    public func delete(_ id: UUID, ifRevision expected: Int?) async throws {
        _ = try await repeating("the item") { deadline in
            let history = try await history(until: deadline)
            let old = try await placed(id, until: deadline)
            try old.item.requireRevision(expected)
            let unchanged = EtcdComparison.unchanged(keys.item(id), since: old.modRevision)
            let delete = EtcdOperation.delete(.key(keys.item(id)))
            return try await commit(
                [delete], last: 0, of: history, at: clock.now(), if: [unchanged], until: deadline)
        }
    }

    /// Deletes several items.
    public func delete(_ ids: [UUID]) async throws -> Int {
        try ItemBatch.validate(count: ids.count)
        let ids = ItemBatch.unique(ids)
        try await commitBatch { db, _, _ in
            for id in ids { _ = try Item.find(id, in: db) }
            return ids.map { .delete(.key(self.keys.item($0))) }
        }
        return ids.count
    }

    /// Imports items with their identifiers and times.
    ///
    /// An item that is in the batch twice is changed once, to its last values.
    public func importItems(_ records: [ItemRecord], replacing: Bool) async throws -> ItemImportCounts {
        try ItemBatch.validate(count: records.count)
        let ids = records.map { $0.id ?? .random() }
        return try await commitBatch { db, time, history in
            var batch = ImportBatch(replacing: replacing, time: time)
            _ = try ItemBatch.map(Array(zip(records, ids))) { try batch.add($0, id: $1, in: db) }
            return (try batch.operations(keys: self.keys, in: history), batch.counts)
        }
    }

    /// Computes a change of several items from this host's copy, at a time, in a history.
    private typealias Batch<Result> = @Sendable (Database, Date, ItemHistory) throws -> Result

    /// Executes a change of several items, which depends on the whole list.
    ///
    /// The change is computed from this host's copy, and rejected by etcd if any item has changed since. It is then computed again.
    ///
    /// - Parameter compute: Returns the operations, one per change, and a result.
    /// - Returns: The result.
    /// - Throws: The error of `compute`; ``ItemStoreFailure``; `CancellationError`.
    private func commitBatch<Value: Sendable>(
        _ compute: @escaping Batch<(operations: [EtcdOperation], value: Value)>
    ) async throws -> Value {
        try await repeating("the list") { deadline in
            try await catchUp(until: deadline)
            let time = clock.now().wholeMilliseconds
            let (source, change) = try await local.read { db, source in
                (source, try compute(db, time, source.history))
            }
            guard !change.operations.isEmpty else { return change.value }
            let unchanged =
                source.head == 0 ? EtcdComparison.absent(keys.head) : .unchanged(keys.head, since: source.head)
            let last = change.operations.count - 1
            return try await commit(
                change.operations, last: last, of: source.history, at: time, if: [unchanged], until: deadline
            ).map { _ in change.value }
        }
    }

    /// Repeats a change that etcd rejects because of another one, until a deadline.
    ///
    /// - Parameters:
    ///   - subject: What the other change has changed.
    ///   - attempt: Makes the change; returns nil if it was rejected.
    /// - Returns: The result of the last attempt.
    /// - Throws: The error of the last attempt.
    private func repeating<Value>(
        _ subject: String, _ attempt: (_ deadline: ContinuousClock.Instant) async throws -> Value?
    ) async throws -> Value {
        let deadline = deadline
        var wasRejected = false
        while true {
            do {
                if let value = try await attempt(deadline) { return value }
                wasRejected = true
            } catch ItemStoreFailure.unavailable where wasRejected && deadline <= .now && log.problem == nil {
                throw ItemStoreFailure.unavailable(
                    reason: "other clients have changed \(subject) meanwhile, and no further attempt succeeded in "
                        + "time; nothing was changed, try again")
            }
        }
    }

    private func commitBatch(
        _ compute: @escaping Batch<[EtcdOperation]>
    ) async throws {
        try await commitBatch { (try compute($0, $1, $2), ()) }
    }
}

extension Item {
    /// Returns this item with the revision of a change.
    fileprivate func changed(by revision: Int) -> Item {
        var item = self
        item.revision = revision
        return item
    }
}
