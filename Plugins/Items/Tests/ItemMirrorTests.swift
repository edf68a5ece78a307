import Foundation
import Items
import Testing
import Trellis
import TrellisSQLite

@testable import Etcd
@testable import ItemsEtcd

@Suite("A host's copy of the items in etcd", .timeLimit(.minutes(2)))
struct ItemMirrorTests {
    private struct Interruption: Error {}

    private func placed(_ numbers: ClosedRange<Int>) throws -> [PlacedItem] {
        try numbers.map { number in
            let (id, revision) = (UUID(), Int64(number))
            let item = try Item(
                id: id, title: "Item \(number)", count: number, created: .now, modified: .now, revision: 0)
            let value = try EtcdBytes(json: StoredItem(item, n: 0, first: 0))
            return try PlacedItem(
                EtcdKeyValue(
                    key: "k", value: value, createRevision: revision, modRevision: revision, version: 1, lease: nil),
                id: id)
        }
    }

    private func source(at revision: Int64) -> ItemMirror.Source {
        ItemMirror.Source(
            cluster: .max, followed: revision, head: revision, attempt: "attempt", horizon: Int(revision),
            newest: Int(revision), complete: CompleteTime(time: Date(milliseconds: 1_000), uptime: .milliseconds(500)))
    }

    private func list(_ mirror: ItemMirror) async throws -> [Item] {
        try await mirror.database.read { db in try ItemPage.fetch(db, after: nil, filter: nil, limit: 1_000).items }
    }

    /// Replaces the items by parts, which are sent while the transaction is open.
    private func replace(
        _ mirror: ItemMirror, with parts: [[PlacedItem]], throwing error: Interruption? = nil, at revision: Int64
    ) async throws -> Int {
        let feed = ItemFeed()
        async let sent: Void = {
            for part in parts { try await feed.send(part) }
            feed.finish(throwing: error)
        }()
        let count = try await mirror.replaceAll(with: feed, from: source(at: revision))
        try await sent
        return count
    }

    @Test("has all items that were read, in their order, and nothing from before")
    func reading() async throws {
        try await TemporaryFolder.with { folder in
            let mirror = try ItemMirror(plugin: .sample(in: folder))
            _ = try await replace(mirror, with: [try placed(1...3)], at: 3)
            let items = try placed(10...359)
            // More parts than can wait, of which one is empty and one larger than a statement.
            let parts = [[], Array(items[200...])] + items[..<200].reversed().map { [$0] }
            #expect(try await replace(mirror, with: parts, at: 400) == items.count)
            #expect(try await list(mirror) == items.map(\.item))
            let stored = try await mirror.database.read { db in try ItemMirror.source(db) }
            #expect(stored == source(at: 400))
            try await mirror.close()
        }
    }

    @Test("is unchanged when the reading of all items fails")
    func interruption() async throws {
        try await TemporaryFolder.with { folder in
            let mirror = try ItemMirror(plugin: .sample(in: folder))
            let items = try placed(1...3)
            _ = try await replace(mirror, with: [items], at: 3)
            await #expect(throws: Interruption.self) {
                try await replace(mirror, with: [try placed(4...200)], throwing: Interruption(), at: 200)
            }
            #expect(try await list(mirror) == items.map(\.item))
            #expect(try await mirror.database.read { db in try ItemMirror.source(db) } == source(at: 3))
            try await mirror.close()
        }
    }

    @Test("reports the changes of a transaction that is too large for the newest changes, when it is committed")
    func largeTransaction() async throws {
        try await TemporaryFolder.with { folder in
            let mirror = try ItemMirror(plugin: .sample(in: folder))
            let keys = ItemKeys(prefix: "/items/")
            var source = source(at: 0)
            _ = try await replace(mirror, with: [], at: 0)
            async let received = revisions(in: mirror, upTo: 2_400)
            for numbers in [1...600, 601...2_400] {
                let events = try numbers.map { try added(Int64($0), keys: keys) }
                let last = Int64(numbers.upperBound)
                let followed = try FollowedChanges(
                    events, to: last, after: source, keys: keys, at: .now, complete: nil)
                try await mirror.apply(followed, after: source)
                source = followed.source
            }
            #expect(try await received == (1...2_400).map { try StoredItem.revision($0, 0) })
            try await mirror.close()
        }
    }

    @Test("keeps the newest changes in memory when older ones are pruned")
    func pruning() async throws {
        try await TemporaryFolder.with { folder in
            let mirror = try ItemMirror(plugin: .sample(in: folder))
            let keys = ItemKeys(prefix: "/items/")
            var source = source(at: 0)
            _ = try await replace(mirror, with: [], at: 0)
            for revision in 1...3 {
                let followed = try FollowedChanges(
                    [try added(Int64(revision), keys: keys)], to: Int64(revision), after: source, keys: keys,
                    at: Date(milliseconds: revision), complete: nil)
                try await mirror.apply(followed, after: source)
                source = followed.source
            }
            // A change without the key `head` has the time at which it was followed.
            #expect(try await mirror.pruneChanges(before: Date(milliseconds: 3), limit: 10) == 2)
            let (last, next) = (try StoredItem.revision(2, 0), try StoredItem.revision(3, 0))
            #expect(mirror.recent.changes(since: last - 1, limit: 10) == nil)
            #expect(mirror.recent.changes(since: last, limit: 10)?.map(\.revision) == [next])
            try await mirror.close()
        }
    }

    private func added(_ revision: Int64, keys: ItemKeys) throws -> EtcdEvent {
        let item = try Item(id: UUID(), title: "Tea", count: 1, created: .now, modified: .now, revision: 0)
        let value = try EtcdBytes(json: StoredItem(item, n: 0, first: 0))
        let keyValue = EtcdKeyValue(
            key: keys.item(item.id), value: value, createRevision: revision, modRevision: revision, version: 1,
            lease: nil)
        return EtcdEvent(kind: .put, keyValue: keyValue)
    }

    /// Reads changes as a watch does, after each signal, until there was a last one.
    private func revisions(in mirror: ItemMirror, upTo last: Int64) async throws -> [Int] {
        var revisions: [Int] = []
        let last = try StoredItem.revision(last, 0)
        for await _ in mirror.changed.changes(isInitiallySignaled: true) {
            while revisions.last != last {
                let (since, limit) = (revisions.last ?? 0, 100)
                var changes = mirror.recent.changes(since: since, limit: limit)
                if changes == nil {
                    changes = try await mirror.database.read { db in
                        try ItemMirror.source(db).changes(db, since: since, limit: limit)
                    }
                }
                guard let changes, !changes.isEmpty else { break }
                revisions += changes.map(\.revision)
            }
            if revisions.last == last { break }
        }
        return revisions
    }

    private func keyValue(_ key: EtcdBytes, _ value: EtcdBytes, at revision: Int64) -> EtcdKeyValue {
        EtcdKeyValue(
            key: key, value: value, createRevision: revision, modRevision: revision, version: 1, lease: nil)
    }

    @Test(
        "rejects an item of another program whose revision or place is out of range",
        arguments: [(0, .max, 1), (.max, 0, 1), (0, 0, .max)] as [(Int, Int, Int64)])
    func itemsOutOfRange(n: Int, first: Int, revision: Int64) throws {
        let item = try Item(id: UUID(), title: "Tea", count: 1, created: .now, modified: .now, revision: 0)
        let value = try EtcdBytes(json: StoredItem(item, n: n, first: first))
        #expect(throws: ItemStoreFailure.self) { try PlacedItem(keyValue("k", value, at: revision), id: item.id) }
    }

    @Test("rejects a change of another program whose number is out of range")
    func headsOutOfRange() throws {
        let keys = ItemKeys(prefix: "/items/")
        let head = try EtcdBytes(json: HeadRecord(attempt: "attempt", time: .min, last: .max))
        let event = EtcdEvent(kind: .put, keyValue: keyValue(keys.head, head, at: 1))
        #expect(throws: ItemStoreFailure.self) {
            try FollowedChanges([event], to: 1, after: source(at: 0), keys: keys, at: .now, complete: nil)
        }
    }

    @Test("rejects a history of another program whose base is out of range", arguments: [.min, -1, .max] as [Int])
    func historiesOutOfRange(base: Int) throws {
        let value = try EtcdBytes(json: HistoryRecord(base: base))
        #expect(throws: ItemStoreFailure.self) { try ItemHistory(keyValue("k", value, at: 1)) }
    }

    @Test("that is not a database, or damaged, is reported with the remedy, and left unchanged")
    func damage() async throws {
        try await TemporaryFolder.with { folder in
            let file = URL(filePath: folder.appending("items-etcd.sqlite").string)
            let text = Data("not a database".utf8)
            try text.write(to: file)
            let failure = #expect(throws: PluginFailure.self) { try ItemMirror(plugin: .sample(in: folder)) }
            #expect(failure?.kind == .data)
            #expect(failure?.advice?.hasSuffix("the host then reads all items from etcd") == true)
            #expect(try Data(contentsOf: file) == text)
            try FileManager.default.removeItem(at: file)
            let mirror = try ItemMirror(plugin: .sample(in: folder))
            _ = try await replace(mirror, with: [try placed(1...500)], at: 500)
            try await mirror.close()
            var bytes = try Data(contentsOf: file)
            for offset in stride(from: 12_288, to: bytes.count, by: 4_096) { bytes[offset] = 0xFF }
            try bytes.write(to: file)
            let damaged = try ItemMirror(plugin: .sample(in: folder))
            await #expect {
                try await damaged.checkIntegrity()
            } throws: { error in
                guard case .damagedCopy(let reason) = error as? ItemStoreFailure else { return false }
                return reason.contains("items-etcd.sqlite is damaged (")
                    && reason.hasSuffix("the host then reads all items from etcd")
            }
            try? await damaged.close()
        }
    }

    @Test("reads the values of version 0.2.0 and of newer ones")
    func values() throws {
        let value = EtcdBytes(
            #"{"modified":1764000000001,"new":{"a":[1]},"title":"Tea \"green\" \u0001\/é","n":2,"first":1,"#
                + #""count":3,"created":1764000000000}"#)
        let item = try value.decode(StoredItem.self)
        #expect(item.title == "Tea \"green\" \u{1}/é")
        #expect((item.count, item.n, item.first) == (3, 2, 1))
        #expect((item.created, item.modified) == (1_764_000_000_000, 1_764_000_000_001))
        #expect(try EtcdBytes(json: item).decode(StoredItem.self).title == item.title)
        let head = try EtcdBytes(#"{"last":4,"attempt":"a-b","time":5}"#).decode(HeadRecord.self)
        #expect((head.attempt, head.time, head.last) == ("a-b", 5, 4))
        #expect(throws: (any Error).self) { try EtcdBytes(#"{"title":"Tea"}"#).decode(StoredItem.self) }
    }
}
