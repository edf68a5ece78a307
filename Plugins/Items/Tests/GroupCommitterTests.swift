import Foundation
import GRDB
import Testing
import Trellis

@testable import Items

@Suite("Changes that share a transaction")
struct GroupCommitterTests {
    @Test("are written together when they come while another is written")
    func sharing() async throws {
        try await Numbers.with { numbers in
            try await numbers.whileBusy(untilWaiting: 63) { group in
                for number in 1...63 { group.addTask { try await numbers.insert(number) } }
            }
            #expect(try await numbers.all() == Array(0...63))
            // One transaction for the one that was being written, and one for all that waited.
            #expect(numbers.transactions == 2)
        }
    }

    @Test("don't undo each other, and each is refused for its own reason")
    func refusing() async throws {
        try await Numbers.with { numbers in
            let outcomes = try await numbers.outcomesWhileBusy(of: 1...20) { number, db in
                try db.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
                // After it was written, so that it has to be undone.
                if number.isMultiple(of: 3) { throw Refusal(number: number) }
            }
            #expect(outcomes == (1...20).map { $0.isMultiple(of: 3) ? "refused \($0)" : "done" })
            #expect(try await numbers.all() == [0] + (1...20).filter { !$0.isMultiple(of: 3) })
            #expect(numbers.transactions == 2)
        }
    }

    @Test("are made one by one when one of them brings the transaction down")
    func rollback() async throws {
        try await Numbers.with { numbers in
            let outcomes = try await numbers.outcomesWhileBusy(of: 1...20) { number, db in
                try db.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
                guard number == 7 else { return }
                // As SQLite does of its own accord on a full disk.
                try db.execute(sql: "ROLLBACK")
                throw Refusal(number: number)
            }
            #expect(outcomes == (1...20).map { $0 == 7 ? "refused 7" : "done" })
            #expect(try await numbers.all() == (0...20).filter { $0 != 7 })
        }
    }

    @Test("are on disk when they are answered")
    func answering() async throws {
        try await Numbers.with { numbers in
            let observer = try DatabaseQueue(path: numbers.path)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...64 {
                    group.addTask {
                        try await numbers.insert(number)
                        let found = try await observer.read { db in
                            try Int.fetchOne(db, sql: "SELECT value FROM number WHERE value = ?", arguments: [number])
                        }
                        #expect(found == number)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("are taken back by cancelling while they wait, and the others go on")
    func cancelling() async throws {
        try await Numbers.with { numbers in
            try await numbers.whileBusy(untilWaiting: 2) { group in
                for number in [1, 3] { group.addTask { try await numbers.insert(number) } }
                let task = Task { try await numbers.insert(2) }
                await numbers.committer.wait(untilWaiting: 3)
                task.cancel()
                // It is answered at once, while the database is still busy.
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            #expect(try await numbers.all() == [0, 1, 3])
        }
    }

    @Test("are answered even to a task that was cancelled when they were being made")
    func cancellingLate() async throws {
        try await Numbers.with { numbers in
            let gate = Gate()
            let task = Task {
                try await numbers.committer.perform { db in
                    gate.pass()
                    try db.execute(sql: "INSERT INTO number VALUES (1)")
                    return "made"
                }
            }
            await gate.reached()
            task.cancel()
            gate.open()
            let outcome = try await task.value
            #expect(outcome == "made")
            #expect(try await numbers.all() == [1])
        }
    }

    @Test("of a task that is cancelled already are not begun")
    func cancelledBefore() async throws {
        try await Numbers.with { numbers in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await numbers.insert(1)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            let all = try await numbers.all()
            #expect(all == [])
        }
    }

    @Test("share a transaction only as far as it stays small")
    func weight() async throws {
        try await Numbers.with { numbers in
            try await numbers.whileBusy(untilWaiting: 6) { group in
                for number in 1...5 { group.addTask { try await numbers.insert(number, weight: 400) } }
                // Larger than a transaction should be: it has one of its own.
                group.addTask { try await numbers.insert(6, weight: 5_000) }
            }
            #expect(try await numbers.all().sorted() == Array(0...6))
            // The first; three for the five, of which two fit together; and the large one, wherever it came among them.
            #expect(numbers.transactions == 5)
        }
    }

    @Test("that change nothing are answered, and nobody is told")
    func nothing() async throws {
        try await Numbers.with { numbers in
            let answer = try await numbers.committer.perform { _ in 42 }
            #expect(answer == 42)
            #expect(numbers.transactions == 0)
        }
    }

    @Test("are refused once the database is closed")
    func closing() async throws {
        try await Numbers.with { numbers in
            try numbers.pool.close()
            await #expect(throws: DatabaseError.self) { try await numbers.insert(1) }
        }
    }
}

private struct Refusal: Error, CustomStringConvertible {
    var number: Int
    var description: String { "refused \(number)" }
}
