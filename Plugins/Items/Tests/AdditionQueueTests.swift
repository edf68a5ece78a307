import Foundation
import Items
import Testing
import Trellis

@testable import ItemsEtcd

@Suite("The queue of additions", .timeLimit(.minutes(2)))
struct AdditionQueueTests {
    private let queue = AdditionQueue()

    private func item(_ title: String) throws -> Item { try ItemRecord(title: title, count: 1).item(at: .now) }

    /// Adds an item in a task of a group, and returns when it waits in the queue.
    private func enqueue(
        _ title: String, until deadline: ContinuousClock.Instant,
        in group: inout ThrowingTaskGroup<Item?, any Error>
    ) async throws {
        let (item, count) = (try item(title), queue.waitingCount)
        group.addTask { [queue] in try await queue.add(item, until: deadline) }
        while !Task.isCancelled, queue.waitingCount == count { await Task.yield() }
    }

    /// Executes the waiting transactions, and returns the titles of each.
    private func drain() -> [[String]] {
        var transactions: [[String]] = []
        while true {
            let next = queue.next()
            guard !next.isEmpty else { return transactions }
            transactions.append(next.map(\.item.title))
            for addition in next { addition.finish(.success(addition.item)) }
        }
    }

    @Test("lets an addition without another one begin, and those that arrive meanwhile share the next transaction")
    func sharing() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        for _ in 1...2 {
            #expect(try await queue.add(try item("Tea"), until: deadline) == nil)
            let titles = (1...120).map { "Item \($0)" }
            try await withThrowingTaskGroup(of: Item?.self) { group in
                for title in titles { try await enqueue(title, until: deadline, in: &group) }
                #expect(drain() == [Array(titles[..<100]), Array(titles[100...])])
                var added: Set<String> = []
                for try await item in group { added.insert(try #require(item).title) }
                #expect(added == Set(titles))
            }
        }
    }

    @Test("keeps additions with later deadlines for a transaction of their own")
    func deadlines() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        #expect(try await queue.add(try item("Tea"), until: deadline) == nil)
        try await withThrowingTaskGroup(of: Item?.self) { group in
            for (number, delay) in [0, 400, 600, 1_000, 1_200].enumerated() {
                try await enqueue("\(number)", until: deadline + .milliseconds(delay), in: &group)
            }
            #expect(drain() == [["0", "1"], ["2", "3"], ["4"]])
            try await group.waitForAll()
        }
    }

    @Test("does not let an addition without time end a transaction")
    func lateAddition() async throws {
        let now = ContinuousClock.now
        #expect(try await queue.add(try item("Tea"), until: now) == nil)
        try await withThrowingTaskGroup(of: Item?.self) { group in
            try await enqueue("late", until: now + .milliseconds(99), in: &group)
            try await enqueue("Rice", until: now + .milliseconds(500), in: &group)
            let next = queue.next(at: now)
            #expect(next.map(\.item.title) == ["Rice"])
            await #expect {
                try await group.next()
            } throws: { error in
                guard case .unavailable(let reason) = error as? ItemStoreFailure else { return false }
                return reason.contains("etcdctl endpoint health")
            }
            for addition in next { addition.finish(.success(addition.item)) }
            #expect(try await group.next()??.title == "Rice")
        }
    }

    @Test("forgets an addition whose task is cancelled while it waits")
    func cancellation() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        #expect(try await queue.add(try item("Tea"), until: deadline) == nil)
        try await withThrowingTaskGroup(of: Item?.self) { group in
            try await enqueue("Rice", until: deadline, in: &group)
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.waitForAll() }
        }
        let cancelled = Task { [queue, item = try item("Salt")] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await queue.add(item, until: deadline)
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(drain() == [])
        #expect(try await queue.add(try item("Tea"), until: deadline) == nil)
    }

    @Test("reports an addition that is cancelled after its transaction has begun as unknown")
    func cancellationOfTransaction() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        #expect(try await queue.add(try item("Tea"), until: deadline) == nil)
        try await withThrowingTaskGroup(of: Item?.self) { group in
            try await enqueue("Rice", until: deadline, in: &group)
            let next = queue.next().filter { $0.begin() }
            group.cancelAll()
            await #expect {
                try await group.waitForAll()
            } throws: { error in
                if case .outcomeUnknown = error as? ItemStoreFailure { true } else { false }
            }
            // The transaction ends later.
            for addition in next { addition.finish(.success(addition.item)) }
            #expect(drain() == [])
        }
    }
}
