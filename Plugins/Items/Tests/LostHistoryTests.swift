import Foundation
import Items
import SystemPackage
import Testing

@Suite("A history of items that was lost", .timeLimit(.minutes(2)))
struct LostHistoryTests {
    /// Expects that a store rejects changes and watches of a client that knows another history.
    private func expectRejection(
        of lost: [Item], by store: any ItemStore, location: SourceLocation = #_sourceLocation
    ) async throws {
        for old in lost {
            let newest = try await store.revision()
            let unavailable = ItemStoreError.historyUnavailable(since: old.revision, oldest: 0, newest: newest)
            await #expect(throws: unavailable, sourceLocation: location) {
                try await store.changes(since: old.revision, limit: 10)
            }
            guard let item = try? await store.item(old.id) else { continue }
            let conflict = ItemStoreError.conflict(id: old.id, expected: old.revision, actual: item.revision)
            await #expect(throws: conflict, sourceLocation: location) {
                try await store.update(old.id, title: nil, count: 100, ifRevision: old.revision)
            }
            await #expect(throws: conflict, sourceLocation: location) {
                try await store.delete(old.id, ifRevision: old.revision)
            }
        }
    }

    @Test("a store in memory rejects the revisions of the store before it", arguments: [false, true])
    func memory(hasSamples: Bool) async throws {
        let clock = AdjustableClock()
        func open() -> MemoryItemStore {
            hasSamples ? MemoryItemStore(samplesAt: clock.clock) : MemoryItemStore(clock: clock.clock)
        }
        let first = open()
        let lost = try await first.add([NewItem(title: "Tea", count: 1), NewItem(title: "Rice", count: 1)])
        clock.advance(by: 0.001)
        let second = open()
        // The second store has as many changes as the first one, and more; one of the lost items is there again.
        _ = try await second.importItems([ItemRecord(id: lost[0].id, title: "Tea", count: 1)], replacing: false)
        for number in 1...3 { _ = try await second.add(title: "Bread", count: number) }
        try await expectRejection(of: lost, by: second)
        // Before its first change, the list of each store was empty.
        let items = try await second.page(after: nil, filter: nil, limit: 100).items
        #expect(try await second.changes(since: 0, limit: 100).map(\.item) == items)
    }

    @Test("a database from a backup rejects the revisions of the changes since the backup, and accepts those before it")
    func backup() async throws {
        try await TemporaryFolder.with { folder in
            let clock = AdjustableClock()
            let file = folder.appending("items.sqlite")
            let copy = folder.appending("copy")
            func open() throws -> SQLiteItemStore {
                try SQLiteItemStore(plugin: .sample(in: folder), clock: clock.clock)
            }
            let first = try open()
            let tea = try await first.add(title: "Tea", count: 1)
            let rice = try await first.add(title: "Rice", count: 1)
            try await first.close()
            try FileManager.default.copyItem(atPath: file.string, toPath: copy.string)
            clock.advance(by: 60)
            let second = try open()
            var lost = [try await second.update(tea.id, title: nil, count: 50)]
            lost.append(try await second.add(title: "Lost", count: 1))
            try await second.close()
            try FileManager.default.removeItem(atPath: file.string)
            try FileManager.default.moveItem(atPath: copy.string, toPath: file.string)
            clock.advance(by: 60)
            let third = try open()
            // There are as many changes as before, and more.
            var changed = [try await third.update(tea.id, title: nil, count: 7)]
            for number in 1...3 { changed.append(try await third.add(title: "Bread", count: number)) }
            try await expectRejection(of: lost, by: third)
            #expect(try await third.changes(since: rice.revision, limit: 10).map(\.item) == changed)
            #expect(try await third.item(tea.id).count == 7)
            try await third.close()
        }
    }

    @Test("a database keeps the order of its revisions when the clock is set back")
    func clock() async throws {
        try await StoreKind.sqlite.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 1)
            clock.advance(by: -3_600)
            let rice = try await store.add(title: "Rice", count: 1)
            #expect(rice.revision > tea.revision)
            #expect(try await store.changes(since: tea.revision, limit: 10).map(\.item) == [rice])
        }
    }
}
