import Foundation
import Items
import Trellis
import TrellisSQLite

/// This host's copy of the items in etcd, which is read without asking etcd.
struct EtcdItemCopy: ItemCopy {
    let mirror: ItemMirror
    let log: FollowedLog
    let changed: ChangeSignal

    /// Reads from the copy.
    ///
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)`` while the copy is incomplete; the error of the body.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await mirror.database.read { db in
            try requireComplete(db)
            return try body(db)
        }
    }

    /// Rejects reads while this host reads all items.
    private func requireComplete(_ db: Database) throws {
        guard try ItemMirror.source(db).followed == nil else { return }
        throw ItemStoreFailure.unavailable(
            reason: "this host has no complete copy of the items: "
                + (log.problem ?? "it reads all items from etcd; try again later"))
    }

    func asOf() async throws -> Date {
        let stored = try await read { db in try ItemMirror.source(db).complete }
        return log.complete ?? stored
    }

    func item(_ id: UUID) async throws -> Item { try await read { db in try Item.find(id, in: db) } }

    func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        try await read { db in try ItemPage.fetch(db, after: position, filter: filter, limit: limit) }
    }

    func position(of id: UUID) async throws -> Int { try await read { db in try Item.position(of: id, in: db) } }

    func snapshot() async throws -> any ItemSnapshot {
        let snapshot = try await mirror.database.snapshot()
        try await snapshot.read { db in try requireComplete(db) }
        return SQLiteItemSnapshot(snapshot: snapshot)
    }

    func revision() async throws -> Int { try await read { db in try ItemMirror.source(db).newest } }

    func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try await read { db in try ItemMirror.changes(db, since: revision, limit: limit) }
    }

    func announcements() -> AsyncStream<Void> { changed.changes() }
}
