import Foundation
import Items
import Testing
import Trellis

@Suite("Item store", .sharesEtcd, .timeLimit(.minutes(2)))
struct ItemStoreTests {
    @Test("stores items in the order in which they were added", arguments: StoreKind.allCases)
    func adding(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 3)
            clock.advance(by: 60)
            let rice = try await store.add(title: "Rice", count: 0)
            #expect(tea.created == tea.modified)
            #expect(rice.created == tea.created.addingTimeInterval(60))
            #expect(try await store.item(tea.id) == tea)
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items == [tea, rice])
        }
    }

    @Test("updates the specified fields, and leaves the other fields unchanged", arguments: StoreKind.allCases)
    func updating(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 3)
            clock.advance(by: 60)
            let counted = try await store.update(tea.id, title: nil, count: 2)
            #expect(counted.title == "Tea")
            #expect(counted.count == 2)
            #expect(counted.created == tea.created)
            #expect(counted.modified == tea.created.addingTimeInterval(60))
            let named = try await store.update(tea.id, title: "Green tea", count: nil)
            #expect(named.title == "Green tea")
            #expect(named.count == 2)
            #expect(try await store.item(tea.id) == named)
        }
    }

    @Test("records no change for an update without an effect", arguments: StoreKind.allCases)
    func updatingNothing(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 3)
            clock.advance(by: 60)
            #expect(try await store.update(tea.id, title: "Tea", count: nil) == tea)
            #expect(try await store.changes(since: 0, limit: 10).map(\.kind) == [.added])
            #expect(try await store.item(tea.id).revision == tea.revision)
        }
    }

    @Test("deletes an item, and rejects its identifier afterwards", arguments: StoreKind.allCases)
    func deleting(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let tea = try await store.add(title: "Tea", count: 3)
            try await store.delete(tea.id)
            let error = ItemStoreError.noSuchItem(id: tea.id)
            await #expect(throws: error) { try await store.item(tea.id) }
            await #expect(throws: error) { try await store.update(tea.id, title: "Coffee", count: nil) }
            await #expect(throws: error) { try await store.delete(tea.id) }
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items.isEmpty)
        }
    }

    @Test("rejects invalid items, and changes nothing", arguments: StoreKind.allCases)
    func rejecting(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let longest = String(repeating: "ä", count: 512)
            let tea = try await store.add(title: longest, count: Int.max)
            func isInvalid(_ field: String) -> (any Error) -> Bool {
                { if case .invalid(field, _, nil) = $0 as? ItemStoreError { true } else { false } }
            }
            await #expect { try await store.add(title: "", count: 1) } throws: { isInvalid("title")($0) }
            await #expect { try await store.add(title: longest + "a", count: 1) } throws: { isInvalid("title")($0) }
            await #expect { try await store.add(title: "Tea", count: -1) } throws: { isInvalid("count")($0) }
            await #expect { try await store.update(tea.id, title: "", count: 1) } throws: { isInvalid("title")($0) }
            await #expect { try await store.update(tea.id, title: nil, count: -1) } throws: { isInvalid("count")($0) }
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items == [tea])
            #expect(try await store.changes(since: 0, limit: 10).count == 1)
        }
    }

    @Test(
        "returns pages without gaps or duplicates although items are deleted between the calls",
        arguments: StoreKind.allCases)
    func paging(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            var items: [Item] = []
            for number in 0..<10 { items.append(try await store.add(title: "Item \(number)", count: number)) }
            var found: [Item] = []
            var position: Int?
            while true {
                let page = try await store.page(after: position, filter: nil, limit: 3)
                guard let last = page.last else { break }
                found += page.items
                position = last
                if found.count == 3 {
                    try await store.delete(items[2].id)
                    try await store.delete(items[5].id)
                }
            }
            items.remove(at: 5)
            #expect(found == items)
        }
    }

    @Test("filters titles by a substring, ignoring the case of ASCII letters", arguments: StoreKind.allCases)
    func filtering(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            for title in ["Green tea", "TEAPOT", "Coffee", "100 % juice", "Äpfel"] {
                _ = try await store.add(title: title, count: 1)
            }
            func titles(_ filter: String) async throws -> [String] {
                try await store.page(after: nil, filter: filter, limit: 10).items.map(\.title)
            }
            #expect(try await titles("Tea") == ["Green tea", "TEAPOT"])
            #expect(try await titles("%") == ["100 % juice"])
            #expect(try await titles("_") == [])
            #expect(try await titles("Ä") == ["Äpfel"])
            #expect(try await titles("ä") == [])
            #expect(try await titles("").count == 5)
        }
    }

    @Test("numbers every change, and returns the changes after a revision", arguments: StoreKind.allCases)
    func changes(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 3)
            let less = try await store.update(tea.id, title: nil, count: 2)
            try await store.delete(tea.id)
            let all = try await store.changes(since: 0, limit: 10)
            #expect(all.map(\.kind) == [.added, .updated, .deleted])
            let last = try #require(all.last).revision
            #expect(0 < tea.revision && tea.revision < less.revision && less.revision < last)
            #expect(all.map(\.item) == [tea, less, less.with(revision: last)])
            #expect(try await store.changes(since: tea.revision, limit: 1) == [all[1]])
            #expect(try await store.changes(since: last, limit: 10).isEmpty)
            #expect(try await store.revision() == last)
        }
    }

    @Test("prunes old changes, and reports the oldest available revision", arguments: StoreKind.allCases)
    func pruning(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let tea = try await store.add(title: "Tea", count: 1)
            clock.advance(by: 100)
            let newest = try await store.update(tea.id, title: nil, count: 2).revision
            let (oldest, future) = (tea.revision, newest + 1)
            let now = clock.clock.now()
            #expect(try await store.pruneChanges(before: now) == 1)
            #expect(try await store.changes(since: oldest, limit: 10).map(\.revision) == [newest])
            await #expect(throws: ItemStoreError.historyUnavailable(since: 0, oldest: oldest, newest: newest)) {
                try await store.changes(since: 0, limit: 10)
            }
            await #expect(throws: ItemStoreError.historyUnavailable(since: future, oldest: oldest, newest: newest)) {
                try await store.changes(since: future, limit: 10)
            }
            #expect(try await store.pruneChanges(before: now.addingTimeInterval(1)) == 1)
            #expect(try await store.changes(since: newest, limit: 10).isEmpty)
            #expect(try await store.item(tea.id).count == 2)
            let last = try await store.update(tea.id, title: nil, count: 3).revision
            #expect(try await store.changes(since: newest, limit: 10).map(\.revision) == [last])
        }
    }

    @Test("returns snapshots that do not change", arguments: StoreKind.allCases)
    func snapshots(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let tea = try await store.add(title: "Tea", count: 1)
            let snapshot = try await store.snapshot()
            _ = try await store.update(tea.id, title: "Coffee", count: nil)
            _ = try await store.add(title: "Rice", count: 1)
            #expect(try await snapshot.page(after: nil, limit: 10).items == [tea])
        }
    }

    @Test(
        "announces changes, including changes that were made before the stream is read",
        arguments: StoreKind.allCases)
    func announcing(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let announcements = store.announcements()
            _ = try await store.add(title: "Tea", count: 1)
            _ = try await store.add(title: "Rice", count: 1)
            var iterator = announcements.makeAsyncIterator()
            await iterator.next()
            #expect(try await store.changes(since: 0, limit: 10).count == 2)
        }
    }

    @Test("serialises the changes of 64 concurrent tasks", arguments: StoreKind.allCases)
    func concurrency(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        let item = try await store.add(title: "Item \(number)", count: number)
                        _ = try await store.update(item.id, title: nil, count: number + 1)
                    }
                }
                try await group.waitForAll()
            }
            let changes = try await store.changes(since: 0, limit: 1_000)
            #expect(changes.count == 128)
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.revision < $1.revision })
            var state: [UUID: Item] = [:]
            for change in changes { state[change.item.id] = change.item }
            let items = try await store.page(after: nil, filter: nil, limit: 1_000).items
            #expect(Set(items) == Set(state.values))
        }
    }

    @Test("accepts exactly one of 64 concurrent updates of the same revision", arguments: StoreKind.allCases)
    func racing(kind: StoreKind) async throws {
        try await kind.withStore { store, _ in
            let tea = try await store.add(title: "Tea", count: 0)
            let outcomes = await withTaskGroup(of: Result<Item, any Error>.self) { group in
                for number in 1...64 {
                    group.addTask {
                        do {
                            return .success(
                                try await store.update(tea.id, title: nil, count: number, ifRevision: tea.revision))
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let winners = outcomes.compactMap { try? $0.get() }
            #expect(winners.count == 1)
            #expect(try await [store.item(tea.id)] == winners)
            let winner = try #require(winners.first)
            let conflict = ItemStoreError.conflict(id: tea.id, expected: tea.revision, actual: winner.revision)
            for case .failure(let error) in outcomes { #expect(error as? ItemStoreError == conflict) }
        }
    }
}

extension Item {
    /// Returns this item with another revision.
    func with(revision: Int) -> Item {
        var item = self
        item.revision = revision
        return item
    }
}
