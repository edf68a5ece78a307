import Dispatch
import Synchronization
import Trellis
import TrellisTesting

@testable import TrellisSQLite

/// A database with a table of numbers, and a committer for it.
final class Numbers: Sendable {
    let path: String
    let pool: DatabasePool
    let committer: GroupCommitter
    private let counter = Shared(0)

    /// A value that several tasks change.
    private final class Shared<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }

    /// Runs a body with an empty table.
    static func with(
        willCommit: @escaping @Sendable () throws -> Void = {}, _ body: (Numbers) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in try await body(Numbers(in: folder, willCommit: willCommit)) }
    }

    private init(in folder: FilePath, willCommit: @escaping @Sendable () throws -> Void) throws {
        path = folder.appending("numbers.sqlite").string
        pool = try DatabasePool(path: path)
        committer = GroupCommitter(pool, willCommit: willCommit) { [counter] in counter.value.withLock { $0 += 1 } }
        try pool.write { db in try db.execute(sql: "CREATE TABLE number (value INTEGER)") }
    }

    /// The number of transactions with changes.
    var transactions: Int { counter.value.withLock(\.self) }

    /// The numbers in the table, in ascending order.
    func all() async throws -> [Int] {
        try await pool.read { db in try Int.fetchAll(db, sql: "SELECT value FROM number ORDER BY value") }
    }

    /// Inserts a number.
    func insert(_ number: Int, weight: Int = 1) async throws {
        try await committer.perform(weight: weight) { db in
            try db.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
        }
    }

    /// Runs a body during the insertion of 0.
    ///
    /// The insertion is committed when `count` changes of the body's tasks wait.
    func whileBusy(
        untilWaiting count: Int, _ body: (inout ThrowingTaskGroup<Void, any Error>) async throws -> Void
    ) async throws {
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await self.committer.perform { db in
                    gate.pass()
                    try db.execute(sql: "INSERT INTO number VALUES (0)")
                }
            }
            await gate.reached()
            try await body(&group)
            await committer.wait(untilWaiting: count)
            gate.open()
            try await group.waitForAll()
        }
    }

    /// Makes a change for each number in a shared transaction, and returns the outcomes in order.
    func outcomesWhileBusy(
        of numbers: ClosedRange<Int>, _ change: @escaping @Sendable (Int, Database) throws -> Void
    ) async throws -> [String] {
        let outcomes = Shared<[Int: String]>([:])
        try await whileBusy(untilWaiting: numbers.count) { group in
            for number in numbers {
                group.addTask {
                    let outcome: String
                    do {
                        outcome = try await self.committer.perform { db in
                            try change(number, db)
                            return "done"
                        }
                    } catch {
                        outcome = "\(error)"
                    }
                    outcomes.value.withLock { $0[number] = outcome }
                }
            }
        }
        return outcomes.value.withLock(\.self).sorted { $0.key < $1.key }.map(\.value)
    }
}

extension GroupCommitter {
    /// Waits until the given number of changes are queued.
    func wait(untilWaiting count: Int) async {
        while !Task.isCancelled, waitingCount != count { await Task.yield() }
    }
}

/// A gate that blocks a thread of the database until a test opens it.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Waits until the gate is open.
    func pass() {
        continuation.finish()
        semaphore.wait()
    }

    /// Waits until a thread has reached the gate.
    func reached() async {
        for await _ in stream {}
    }

    /// Opens the gate.
    func open() {
        semaphore.signal()
    }
}
