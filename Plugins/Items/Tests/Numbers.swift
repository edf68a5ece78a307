import Dispatch
import GRDB
import SystemPackage

@testable import Items

/// A database with a table of numbers, and what makes changes in it.
final class Numbers: Sendable {
    let path: String
    let pool: DatabasePool
    let committer: GroupCommitter
    private let told = Shared(0)

    /// Runs a body with an empty table.
    static func with(_ body: (Numbers) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in try await body(Numbers(in: folder)) }
    }

    private init(in folder: FilePath) throws {
        path = folder.appending("numbers.sqlite").string
        pool = try DatabasePool(path: path)
        committer = GroupCommitter(pool) { [told] in told.change { $0 += 1 } }
        try pool.write { db in try db.execute(sql: "CREATE TABLE number (value INTEGER)") }
    }

    /// How many transactions changed something.
    var transactions: Int { told.value }

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

    /// Runs tasks that change the table while it is busy with inserting 0, which ends when so many changes wait.
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

    /// What became of a change for each of some numbers, in their order, when they share a transaction.
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
                    outcomes.change { $0[number] = outcome }
                }
            }
        }
        return outcomes.value.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension GroupCommitter {
    /// Returns when so many changes wait for their turn.
    func wait(untilWaiting count: Int) async {
        while waitingCount != count { await Task.yield() }
    }
}

/// Holds a thread that is not a task's until a test lets it pass.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Waits here until the gate is open.
    func pass() {
        continuation.finish()
        semaphore.wait()
    }

    /// Returns when a thread has come to the gate.
    func reached() async {
        for await _ in stream {}
    }

    /// Lets the thread pass.
    func open() {
        semaphore.signal()
    }
}
