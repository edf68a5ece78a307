import Testing

@testable import TrellisSQLite

@Suite("Group committer", .timeLimit(.minutes(2)))
struct GroupCommitterTests {
    @Test("writes the changes that arrive during a transaction in one shared transaction")
    func sharing() async throws {
        try await Numbers.with { numbers in
            try await numbers.whileBusy(untilWaiting: 63) { group in
                for number in 1...63 { group.addTask { try await numbers.insert(number) } }
            }
            #expect(try await numbers.all() == Array(0...63))
            // There is one transaction for the first change, and one for all changes that waited.
            #expect(numbers.transactions == 2)
        }
    }

    @Test("rolls back only the changes that fail, and reports the error of each")
    func rejecting() async throws {
        try await Numbers.with { numbers in
            let outcomes = try await numbers.outcomesWhileBusy(of: 1...20) { number, db in
                try db.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
                // The change fails after the write, so that the write has to be rolled back.
                if number.isMultiple(of: 3) { throw Rejection(number: number) }
            }
            #expect(outcomes == (1...20).map { $0.isMultiple(of: 3) ? "rejected \($0)" : "done" })
            #expect(try await numbers.all() == [0] + (1...20).filter { !$0.isMultiple(of: 3) })
            #expect(numbers.transactions == 2)
        }
    }

    @Test("repeats each change separately when a change rolls back the transaction")
    func rollback() async throws {
        try await Numbers.with { numbers in
            let outcomes = try await numbers.outcomesWhileBusy(of: 1...20) { number, db in
                try db.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
                guard number == 7 else { return }
                // SQLite itself rolls back like this on a full disk.
                try db.execute(sql: "ROLLBACK")
                throw Rejection(number: number)
            }
            #expect(outcomes == (1...20).map { $0 == 7 ? "rejected 7" : "done" })
            #expect(try await numbers.all() == (0...20).filter { $0 != 7 })
        }
    }

    @Test("returns after the change is visible to other connections")
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

    @Test("removes a waiting change whose task is cancelled")
    func cancelling() async throws {
        try await Numbers.with { numbers in
            try await numbers.whileBusy(untilWaiting: 2) { group in
                for number in [1, 3] { group.addTask { try await numbers.insert(number) } }
                let task = Task { try await numbers.insert(2) }
                await numbers.committer.wait(untilWaiting: 3)
                task.cancel()
                // The error arrives while the database is still busy.
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            #expect(try await numbers.all() == [0, 1, 3])
        }
    }

    @Test("returns the result of a change whose task is cancelled after the change has begun")
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

    @Test("does not begin the change of a cancelled task")
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

    @Test("limits the size of a transaction")
    func weight() async throws {
        try await Numbers.with { numbers in
            try await numbers.whileBusy(untilWaiting: 6) { group in
                for number in 1...5 { group.addTask { try await numbers.insert(number, weight: 400) } }
                // The change is larger than the limit, so it has a separate transaction.
                group.addTask { try await numbers.insert(6, weight: 5_000) }
            }
            #expect(try await numbers.all().sorted() == Array(0...6))
            // There is one transaction for the first change, one for the large change, and three for the other five
            // changes, because two of these fit into one transaction.
            #expect(numbers.transactions == 5)
        }
    }

    @Test("does not call didCommit for a transaction without changes")
    func nothing() async throws {
        try await Numbers.with { numbers in
            let answer = try await numbers.committer.perform { _ in 42 }
            #expect(answer == 42)
            #expect(numbers.transactions == 0)
        }
    }

    @Test("rolls back the transaction when the check before the commit fails")
    func failingCheck() async throws {
        try await Numbers.with(willCommit: { throw Rejection(number: 0) }) { numbers in
            await #expect(throws: Rejection.self) { try await numbers.insert(1) }
            let all = try await numbers.all()
            #expect(all == [])
            #expect(numbers.transactions == 0)
        }
    }

    @Test("rejects changes after the database is closed")
    func closing() async throws {
        try await Numbers.with { numbers in
            try numbers.pool.close()
            await #expect(throws: DatabaseError.self) { try await numbers.insert(1) }
        }
    }
}

private struct Rejection: Error, CustomStringConvertible {
    var number: Int
    var description: String { "rejected \(number)" }
}
