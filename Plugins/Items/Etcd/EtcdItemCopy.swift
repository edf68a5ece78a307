import Foundation
import Items
import Trellis
import TrellisSQLite

/// This host's copy of the items in etcd, which is read without asking etcd.
struct EtcdItemCopy: ItemCopy {
    let mirror: ItemMirror
    let log: FollowedLog
    let clock: WallClock

    /// Reads from the copy.
    ///
    /// - Parameter body: Reads from the database, whose state is the second argument.
    /// - Returns: The result of the body.
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)`` while the copy is incomplete; the error of the body.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database, ItemMirror.Source) throws -> Value
    ) async throws -> Value {
        try await mirror.reportingDamage {
            try await mirror.database.read { db in try body(db, try completeSource(db)) }
        }
    }

    /// Fetches the state of the copy, and rejects reads until this host has read all items for the first time, or again after the
    /// cluster was restored or replaced.
    private func completeSource(_ db: Database) throws -> ItemMirror.Source {
        let source = try ItemMirror.source(db)
        if source.followed != nil, source.cluster != 0 { return source }
        throw ItemStoreFailure.unavailable(
            reason: "this host has no complete copy of the items: "
                + (log.problem ?? "it reads all items from etcd; try again later"))
    }

    func asOf() async throws -> Date {
        let stored = try await read { _, source in source.complete }
        return (log.complete ?? stored).date(by: clock)
    }

    func item(_ id: UUID) async throws -> Item { try await read { db, _ in try Item.find(id, in: db) } }

    func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        try await read { db, _ in try ItemPage.fetch(db, after: position, filter: filter, limit: limit) }
    }

    func position(of id: UUID) async throws -> Int { try await read { db, _ in try Item.position(of: id, in: db) } }

    func snapshot() async throws -> any ItemSnapshot {
        try await mirror.reportingDamage {
            let snapshot = try await mirror.database.snapshot()
            _ = try await snapshot.read { db in try completeSource(db) }
            return SQLiteItemSnapshot(snapshot: snapshot)
        }
    }

    func revision() async throws -> Int { try await read { _, source in source.newest } }

    func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try await read { db, source in try source.changes(db, since: revision, limit: limit) }
    }

    /// Returns changes after a revision; nil if the copy has not reached it.
    func followedChanges(since revision: Int, limit: Int) async throws -> [ItemChange]? {
        try await read { db, source in
            revision > source.newest ? nil : try source.changes(db, since: revision, limit: limit)
        }
    }

    func announcements() -> AsyncStream<Void> { mirror.committed.changes() }
}
