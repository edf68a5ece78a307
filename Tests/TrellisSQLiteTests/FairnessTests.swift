import Dispatch
import Testing
import Trellis
import TrellisTesting

@testable import TrellisSQLite

@Suite("Turns of users", .timeLimit(.minutes(2)))
struct FairnessTests {
    /// Runs a body as a call of a user; nil for the daemon.
    private static func asUser<Value: Sendable>(
        _ user: UInt32?, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await CallIdentity.$current.withValue(user.map { CallIdentity(userID: $0) }) { try await body() }
    }

    @Test("a read waits for one read of each other user, and not for all of them", arguments: [true, false])
    func reads(fromSnapshot: Bool) async throws {
        try await withTemporaryFolder { folder in
            try await Notes.with(in: folder) { database in
                let (begun, continuation) = AsyncStream.makeStream(of: UInt32?.self)
                let gate = DispatchSemaphore(value: 0)
                var beginnings = begun.makeAsyncIterator()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    /// Begins a read of a user, which waits at the gate.
                    func read(_ user: UInt32?) {
                        group.addTask {
                            let body: @Sendable (Database) throws -> Void = { _ in
                                continuation.yield(user)
                                gate.wait()
                            }
                            try await Self.asUser(user) {
                                if fromSnapshot {
                                    try await database.snapshot().read(body)
                                } else {
                                    try await database.read(body)
                                }
                            }
                        }
                    }
                    let (readers, waiting) = (5, 100)
                    for _ in 0..<readers + waiting { read(1) }
                    for _ in 0..<readers { _ = await beginnings.next() }
                    // The first user occupies all readers, and has reads that wait. Then those of another user and of the daemon
                    // arrive.
                    await database.wait(untilWaiting: waiting)
                    read(2)
                    await database.wait(untilWaiting: waiting + 1)
                    read(nil)
                    await database.wait(untilWaiting: waiting + 2)
                    var next: [UInt32??] = []
                    for _ in 0..<3 {
                        gate.signal()
                        next.append(await beginnings.next())
                    }
                    #expect(next == [1, 2, .some(nil)])
                    for _ in 0..<readers + waiting - 1 { gate.signal() }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test("a change waits for the transactions of one change of each other user, and not for all of them")
    func changes() async throws {
        try await Numbers.with { numbers in
            // A change of this weight has a transaction of its own.
            let weight = GroupCommitter.maximumWeight
            try await numbers.whileBusy(untilWaiting: 11) { group in
                for _ in 0..<10 {
                    group.addTask { try await Self.asUser(1) { try await numbers.insert(1, weight: weight) } }
                }
                await numbers.committer.wait(untilWaiting: 10)
                group.addTask { try await Self.asUser(2) { try await numbers.insert(2, weight: weight) } }
            }
            let order = try await numbers.pool.read { db in
                try Int.fetchAll(db, sql: "SELECT value FROM number ORDER BY rowid")
            }
            #expect(order == [0, 1, 2] + Array(repeating: 1, count: 9))
        }
    }

    @Test("a read whose task is cancelled while it waits does not begin, and leaves its turn to others")
    func cancellation() async throws {
        try await withTemporaryFolder { folder in
            try await Notes.with(in: folder) { database in
                let gates = (0..<5).map { _ in Gate() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for gate in gates { group.addTask { try await database.read { _ in gate.pass() } } }
                    for gate in gates { await gate.reached() }
                    let cancelled = Task { try await Self.asUser(1) { try await database.read { _ in } } }
                    await database.wait(untilWaiting: 1)
                    group.addTask { try await Self.asUser(2) { try await database.read { _ in } } }
                    await database.wait(untilWaiting: 2)
                    cancelled.cancel()
                    await #expect(throws: CancellationError.self) { try await cancelled.value }
                    #expect(database.reads.waitingCount == 1)
                    for gate in gates { gate.open() }
                    try await group.waitForAll()
                }
            }
        }
    }
}

extension SQLiteDatabase {
    /// Waits until the given number of reads are queued.
    fileprivate func wait(untilWaiting count: Int) async {
        while !Task.isCancelled, reads.waitingCount != count { await Task.yield() }
    }
}
