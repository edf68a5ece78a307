import Foundation
import Items
import Testing
import Trellis
import TrellisTesting

@Suite("Item store: batches and conditional changes", .sharesEtcd, .timeLimit(.minutes(2)))
struct ItemStoreBatchTests {
    @Test("adds a batch in order, with a revision for each item", arguments: StoreKind.allCases)
    func addingMany(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let tea = try await store.add(title: "Tea", count: 1)
            let new = (0..<ItemBatch.maximumSize).map { NewItem(title: "Item \($0)", count: $0) }
            let added = try await store.add(new)
            #expect(added.map(\.title) == new.map(\.title))
            #expect(added.map(\.count) == new.map(\.count))
            #expect(zip([tea] + added, added).allSatisfy { $0.revision < $1.revision })
            #expect(Set(added.map(\.id)).count == new.count)
            #expect(try await store.page(after: nil, filter: nil, limit: 1_000).items == [tea] + added)
            #expect(try await store.add([]) == [])
            #expect(try await store.changes(since: tea.revision, limit: 1_000).map(\.item) == added)
            #expect(try await store.revision() == added.last?.revision)
        }
    }

    @Test(
        "adds nothing if an item of the batch is invalid, and reports the index of that item",
        arguments: StoreKind.allCases)
    func addingAllOrNone(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let items = [("Tea", 1), ("Rice", -1), ("", 1)].map { NewItem(title: $0, count: $1) }
            let error = ItemStoreError.invalid(
                field: "count", reason: "expected a count of 0 or more, got -1", index: 1)
            await #expect(throws: error) { try await store.add(items) }
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items.isEmpty)
            #expect(try await store.revision() == 0)
            let tea = try await store.add(title: "Tea", count: 1)
            #expect(try await store.changes(since: 0, limit: 10).map(\.item) == [tea])
        }
    }

    @Test("deletes a batch in order, each item once, with a revision for each", arguments: StoreKind.allCases)
    func deletingMany(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let items = try await store.add((0..<4).map { NewItem(title: "Item \($0)", count: 0) })
            let ids = [2, 0, 2].map { items[$0].id }
            #expect(try await store.delete(ids) == 2)
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items == [items[1], items[3]])
            let changes = try await store.changes(since: items[3].revision, limit: 10)
            #expect(changes.map(\.kind) == [.deleted, .deleted])
            #expect(changes.map(\.item.id) == [items[2].id, items[0].id])
            let revisions = [items[3].revision] + changes.map(\.revision)
            #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })
            #expect(try await store.revision() == revisions.last)
            #expect(try await store.delete([UUID]()) == 0)
        }
    }

    @Test("deletes nothing if an item of the batch does not exist", arguments: StoreKind.allCases)
    func deletingAllOrNone(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let tea = try await store.add(title: "Tea", count: 1)
            let other = UUID()
            await #expect(throws: ItemStoreError.noSuchItem(id: other)) { try await store.delete([tea.id, other]) }
            #expect(try await store.item(tea.id) == tea)
            #expect(try await store.revision() == tea.revision)
            await #expect(throws: ItemStoreError.tooManyItems(count: 501, limit: 500)) {
                try await store.delete(Array(repeating: tea.id, count: 501))
            }
        }
    }

    @Test("rejects a batch that is too large", arguments: StoreKind.allCases)
    func addingTooMany(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let error = ItemStoreError.tooManyItems(count: 501, limit: 500)
            await #expect(throws: error) {
                try await store.add(Array(repeating: NewItem(title: "Tea", count: 1), count: 501))
            }
            await #expect(throws: error) {
                let records = Array(repeating: ItemRecord(title: "Tea", count: 1), count: 501)
                return try await store.importItems(records, replacing: false)
            }
            let revision = try await store.revision()
            #expect(revision == 0)
        }
    }

    @Test("changes an item only at the expected revision", arguments: StoreKind.allCases)
    func conditions(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let tea = try await store.add(title: "Tea", count: 1)
            let rice = try await store.add(title: "Rice", count: 1)
            let old = tea.revision
            let less = try await store.update(tea.id, title: nil, count: 0, ifRevision: old)
            #expect(less.revision > rice.revision)
            let conflict = ItemStoreError.conflict(id: tea.id, expected: old, actual: less.revision)
            await #expect(throws: conflict) {
                try await store.update(tea.id, title: "Coffee", count: nil, ifRevision: old)
            }
            // The expected revision is also checked for an update without an effect.
            await #expect(throws: conflict) { try await store.update(tea.id, title: "Tea", count: 0, ifRevision: old) }
            await #expect(throws: conflict) { try await store.delete(tea.id, ifRevision: old) }
            #expect(try await store.update(tea.id, title: "Tea", count: 0, ifRevision: less.revision) == less)
            #expect(try await store.item(tea.id) == less)
            // A change of another item does not affect the revision of this one.
            try await store.delete(tea.id, ifRevision: less.revision)
            try await store.delete(rice.id, ifRevision: rice.revision)
            await #expect(throws: ItemStoreError.noSuchItem(id: tea.id)) {
                try await store.update(tea.id, title: nil, count: 1, ifRevision: less.revision)
            }
            #expect(try await store.changes(since: 0, limit: 10).count == 5)
        }
    }

    @Test("imports items with their values, and leaves existing ones unchanged", arguments: StoreKind.allCases)
    func importing(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 1)
            let other = try UUID.sample(1)
            let created = Date(timeIntervalSince1970: 1_000.001)
            let modified = Date(timeIntervalSince1970: 2_000.002)
            let records = [
                ItemRecord(id: other, title: "Rice", count: 2, created: created, modified: modified),
                ItemRecord(id: tea.id, title: "Coffee", count: 9),
                ItemRecord(title: "Bread", count: 3, created: created),
                ItemRecord(title: "Milk", count: 4),
                ItemRecord(id: other, title: "Rice again", count: 5),
            ]
            let counts = try await store.importItems(records, replacing: false)
            #expect(counts == ItemImportCounts(added: 3, replaced: 0, kept: 2))
            let rice = try await store.item(other)
            let expected = try Item(
                id: other, title: "Rice", count: 2, created: created, modified: modified, revision: rice.revision)
            #expect(rice.revision > tea.revision)
            #expect(rice == expected)
            #expect(try await store.item(tea.id) == tea)
            let items = try await store.page(after: nil, filter: nil, limit: 10).items
            #expect(items.map(\.title) == ["Tea", "Rice", "Bread", "Milk"])
            #expect(items[2].modified == items[2].created)
            #expect(items[3].created == clock.clock.now())
            #expect(try await store.changes(since: tea.revision, limit: 10).map(\.item) == Array(items.dropFirst()))
            // Repeating the import changes nothing.
            let again = try await store.importItems(Array(records.prefix(2)), replacing: false)
            #expect(again == ItemImportCounts(added: 0, replaced: 0, kept: 2))
            #expect(try await store.revision() == items[3].revision)
        }
    }

    @Test("replaces an existing item on request if its values differ", arguments: StoreKind.allCases)
    func replacing(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 1)
            let rice = try await store.add(title: "Rice", count: 1)
            clock.advance(by: 60)
            let records = [
                ItemRecord(id: tea.id, title: "Coffee", count: 9),
                ItemRecord(
                    id: rice.id, title: rice.title, count: rice.count, created: rice.created, modified: rice.modified),
            ]
            let counts = try await store.importItems(records, replacing: true)
            #expect(counts == ItemImportCounts(added: 0, replaced: 1, kept: 1))
            let coffee = try await store.item(tea.id)
            #expect(coffee.title == "Coffee")
            #expect(coffee.created == tea.created)
            #expect(coffee.modified == clock.clock.now())
            #expect(coffee.revision > rice.revision)
            #expect(try await store.item(rice.id) == rice)
            #expect(try await store.changes(since: rice.revision, limit: 10).map(\.kind) == [.updated])
            // A replaced item keeps its position.
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items == [coffee, rice])
        }
    }

    @Test(
        "imports nothing if an item of the batch is invalid, and reports the index of that item",
        arguments: StoreKind.allCases)
    func importingAllOrNone(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let tea = try await store.add(title: "Tea", count: 1)
            let records = [
                ItemRecord(title: "Rice", count: 1), ItemRecord(id: tea.id, title: "Coffee", count: 1),
                ItemRecord(id: tea.id, title: "", count: 1),
            ]
            for replacing in [true, false] {
                let error = ItemStoreError.invalid(field: "title", reason: "a title must not be empty", index: 2)
                await #expect(throws: error) { try await store.importItems(records, replacing: replacing) }
            }
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items == [tea])
            #expect(try await store.revision() == tea.revision)
        }
    }

    @Test("stores times with millisecond precision", arguments: StoreKind.allCases)
    func milliseconds(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            for _ in 0..<200 {
                clock.advance(by: 0.001_234)
                let item = try await store.add(title: "Tea", count: 1)
                #expect(try await store.item(item.id) == item)
                let milliseconds = item.created.timeIntervalSince1970 * 1_000
                #expect(abs(milliseconds - milliseconds.rounded()) < 0.001)
            }
        }
    }

    @Test("starts a page after any existing item", arguments: StoreKind.allCases)
    func positions(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let items = try await store.add((0..<10).map { NewItem(title: "Item \($0)", count: $0) })
            let position = try await store.position(of: items[3].id)
            #expect(try await store.page(after: position, filter: nil, limit: 2).items == Array(items[4...5]))
            try await store.delete(items[3].id)
            await #expect(throws: ItemStoreError.noSuchItem(id: items[3].id)) {
                try await store.position(of: items[3].id)
            }
            #expect(try await store.page(after: position, filter: nil, limit: 1).items == [items[4]])
        }
    }

    @Test("returns the same results on disk and in memory for random operations")
    func agreement() async throws {
        try await StoreKind.memory.withStore { memory, memoryClock in
            try await StoreKind.sqlite.withStore { disk, diskClock in
                var random = SeededGenerator(seed: 20_261_121)
                let identifiers = try (0..<40).map { try UUID.sample($0) }
                for step in 0..<600 {
                    memoryClock.advance(by: 1)
                    diskClock.advance(by: 1)
                    let operation = StoreOperation.random(identifiers, using: &random)
                    let inMemory = await operation.outcome(in: memory, at: memoryClock.clock.now())
                    let onDisk = await operation.outcome(in: disk, at: diskClock.clock.now())
                    try #require(inMemory == onDisk, "step \(step): \(operation)")
                }
                let revision = try await memory.revision()
                #expect(revision > 100)
            }
        }
    }
}
