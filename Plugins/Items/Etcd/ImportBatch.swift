import Etcd
import Foundation
import Items
import TrellisSQLite

/// The changes of an import, computed from this host's copy of the items.
struct ImportBatch {
    private struct Change {
        var item: Item
        /// The number of the change that added the item; nil for an item that this import adds.
        var first: Int?
    }

    private let replacing: Bool
    private let time: Date
    private var order: [UUID] = []
    private var changes: [UUID: Change] = [:]

    /// The numbers of added, replaced and unchanged items.
    private(set) var counts = ItemImportCounts()

    init(replacing: Bool, time: Date) {
        (self.replacing, self.time) = (replacing, time)
    }

    /// Adds the change for a record.
    ///
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when a value is invalid; the error of SQLite.
    mutating func add(_ record: ItemRecord, id: UUID, in db: Database) throws {
        var record = record
        record.id = id
        guard let old = try changes[id] ?? Self.stored(id, in: db) else {
            put(Change(item: try record.item(at: time), first: nil))
            counts.added += 1
            return
        }
        // The replacement is computed even without `replacing`, so that an invalid record is always rejected.
        guard let new = try record.replacement(of: old.item, at: time), replacing else {
            counts.kept += 1
            return
        }
        put(Change(item: new, first: old.first))
        counts.replaced += 1
    }

    /// The operations, one per item, in order.
    func operations(keys: ItemKeys, in history: ItemHistory) throws -> [EtcdOperation] {
        try order.enumerated().compactMap { n, id in
            guard let change = changes[id] else { return nil }
            let value = StoredItem(change.item, n: history.base + n, first: change.first ?? n)
            return .put(keys.item(id), try EtcdBytes(json: value))
        }
    }

    private mutating func put(_ change: Change) {
        if changes.updateValue(change, forKey: change.item.id) == nil { order.append(change.item.id) }
    }

    private static func stored(_ id: UUID, in db: Database) throws -> Change? {
        guard let item = try Item.fetch(id, in: db) else { return nil }
        return Change(item: item, first: try Item.position(of: id, in: db) % StoredItem.changesPerRevision)
    }
}
