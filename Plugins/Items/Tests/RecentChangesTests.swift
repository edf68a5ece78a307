import Foundation
import Items
import Testing

@testable import ItemsEtcd

@Suite("Recent changes of items", .timeLimit(.minutes(2)))
struct RecentChangesTests {
    private func changes(_ revisions: [Int]) throws -> [ItemChange] {
        try revisions.map { revision in
            let item = try Item(
                id: UUID(), title: "Tea", count: 1, created: .now, modified: .now, revision: revision)
            return ItemChange(kind: .added, item: item, time: .now)
        }
    }

    @Test("are those after a revision, in order")
    func after() throws {
        let (recent, some) = (RecentChanges(), try changes([20, 30, 40]))
        #expect(recent.changes(since: 0, limit: 10) == nil)
        #expect(recent.append(Array(some.prefix(2)), after: 10, to: 30))
        #expect(recent.append([some[2]], after: 30, to: 45))
        #expect(recent.changes(since: 10, limit: 10) == some)
        #expect(recent.changes(since: 10, limit: 2) == Array(some.prefix(2)))
        #expect(recent.changes(since: 20, limit: 10) == Array(some.suffix(2)))
        #expect(recent.changes(since: 25, limit: 1) == nil)
        #expect(recent.changes(since: 40, limit: 10) == [])
        #expect(recent.changes(since: 45, limit: 10) == [])
    }

    @Test("are not known before the first one, after the last one, and after a removal")
    func unknown() throws {
        let recent = RecentChanges()
        #expect(recent.append(try changes([20]), after: 10, to: 20))
        #expect(recent.changes(since: 9, limit: 10) == nil)
        #expect(recent.changes(since: 21, limit: 10) == nil)
        recent.removeAll()
        #expect(recent.changes(since: 10, limit: 10) == nil)
        #expect(recent.changes(since: 20, limit: 10) == nil)
    }

    @Test("that were deleted from the history are not known, and those after them are kept")
    func pruning() throws {
        let (recent, some) = (RecentChanges(), try changes([20, 30]))
        #expect(recent.append(some, after: 10, to: 30))
        recent.remove(upTo: 9)
        #expect(recent.changes(since: 10, limit: 10) == some)
        recent.remove(upTo: 20)
        #expect(recent.changes(since: 10, limit: 10) == nil)
        #expect(recent.changes(since: 20, limit: 10) == [some[1]])
        recent.remove(upTo: 30)
        #expect(recent.changes(since: 20, limit: 10) == nil)
        #expect(recent.changes(since: 30, limit: 10) == [])
    }

    @Test("have no gap: those before an unknown change are removed")
    func gap() throws {
        let (recent, some) = (RecentChanges(), try changes([20, 40]))
        #expect(recent.append([some[0]], after: 10, to: 20))
        #expect(recent.append([some[1]], after: 30, to: 40))
        #expect(recent.changes(since: 20, limit: 10) == nil)
        #expect(recent.changes(since: 30, limit: 10) == [some[1]])
    }

    @Test("that are followed again are not repeated")
    func repetition() throws {
        let (recent, some) = (RecentChanges(), try changes([20, 30, 40, 50]))
        #expect(recent.append(Array(some.prefix(3)), after: 10, to: 40))
        #expect(recent.append([some[0]], after: 10, to: 20))
        #expect(recent.changes(since: 10, limit: 10) == Array(some.prefix(3)))
        #expect(recent.append(Array(some.suffix(3)), after: 20, to: 50))
        #expect(recent.changes(since: 10, limit: 10) == some)
    }

    @Test("are not known if they do not reach a required revision")
    func required() throws {
        let recent = RecentChanges()
        #expect(recent.append(try changes([20]), after: 10, to: 20))
        #expect(recent.changes(since: 10, limit: 10, reaching: 20)?.count == 1)
        #expect(recent.changes(since: 10, limit: 10, reaching: 21) == nil)
    }

    @Test("of a large transaction are not complete, so that watches read them from the database")
    func largeTransaction() throws {
        let (recent, some) = (RecentChanges(), try changes(Array(1...4 * RecentChanges.capacity)))
        let (first, second) = (some.prefix(RecentChanges.capacity), some.dropFirst(RecentChanges.capacity))
        #expect(recent.append(Array(first), after: 0, to: RecentChanges.capacity))
        #expect(!recent.append(Array(second), after: RecentChanges.capacity, to: some.count))
        #expect(recent.changes(since: RecentChanges.capacity, limit: 1) == nil)
        #expect(recent.changes(since: 3 * RecentChanges.capacity, limit: 1) == [some[3 * RecentChanges.capacity]])
    }

    @Test("are limited in number")
    func limit() throws {
        let recent = RecentChanges()
        let all = try changes(Array(1...3 * RecentChanges.capacity))
        for change in all { #expect(recent.append([change], after: change.revision - 1, to: change.revision)) }
        let last = Array(all.suffix(RecentChanges.capacity))
        #expect(recent.changes(since: 2 * RecentChanges.capacity, limit: .max) == last)
        #expect(recent.changes(since: RecentChanges.capacity - 1, limit: .max) == nil)
    }
}
