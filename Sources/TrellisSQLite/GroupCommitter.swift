import GRDB
import Synchronization

/// Performs the changes of many callers in shared transactions.
///
/// Most of the cost of a change is the wait until it is on disk. Changes that arrive while a transaction is being written wait,
/// and share the next one. Each has a savepoint in it, so a change that fails does not affect the others. No caller gets its
/// result before the transaction with its change is on disk.
final class GroupCommitter: Sendable {
    /// The maximum number of rows, about, that the changes of one transaction write.
    ///
    /// It bounds the time to an answer.
    static let maximumWeight = 1_000

    private struct Request: Sendable {
        var key: Int
        var weight: Int

        /// Makes the change and returns a closure that reports success to the caller.
        ///
        /// It is called again when the transaction fails as a whole.
        var attempt: @Sendable (Database) throws -> Answer

        /// Reports failure to the caller.
        var fail: @Sendable (any Error) -> Void
    }

    private typealias Answer = @Sendable () -> Void

    private struct State {
        var waiting: [Request] = []
        var lastKey = 0
        /// Whether a batch is scheduled on the queue of the database.
        var isScheduled = false
    }

    private enum Enqueued {
        case cancelled
        case waits
        case mustSchedule
    }

    private let pool: DatabasePool
    private let willCommit: @Sendable () throws -> Void
    private let didCommit: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a committer without changes.
    ///
    /// - Parameters:
    ///   - pool: The database.
    ///   - willCommit: Called before each commit of a transaction that changed something; an error rolls it back.
    ///   - didCommit: Called after each such commit, before any of its callers gets its result.
    init(
        _ pool: DatabasePool, willCommit: @escaping @Sendable () throws -> Void = {},
        didCommit: @escaping @Sendable () -> Void
    ) {
        self.pool = pool
        self.willCommit = willCommit
        self.didCommit = didCommit
    }

    /// The number of changes that wait for a transaction.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Makes a change.
    ///
    /// A task that is cancelled while its change waits gets a `CancellationError`, and nothing was changed. A change whose
    /// transaction has begun is not interrupted, since others may share it, and its caller gets its result.
    ///
    /// - Parameters:
    ///   - weight: The number of rows that it writes, about.
    ///   - body: Makes the change. It must only use the database: it may be called again after a rollback.
    /// - Returns: The result of the body, once the change is on disk.
    /// - Throws: The error of the body, of SQLite or of `willCommit`, and `CancellationError`.
    func perform<Value: Sendable>(
        weight: Int = 1, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let request = Request(
                    key: key, weight: weight,
                    attempt: { db in
                        let value = try body(db)
                        return { continuation.resume(returning: value) }
                    },
                    fail: { continuation.resume(throwing: $0) })
                switch enqueue(request) {
                case .cancelled: request.fail(CancellationError())
                case .waits: break
                case .mustSchedule: schedule()
                }
            }
        } onCancel: {
            let request = state.withLock { state in
                state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0) }
            }
            request?.fail(CancellationError())
        }
    }

    private func enqueue(_ request: Request) -> Enqueued {
        state.withLock { state in
            // Under the lock, so that a cancellation is either seen here or finds the request waiting.
            if Task.isCancelled { return .cancelled }
            state.waiting.append(request)
            defer { state.isScheduled = true }
            return state.isScheduled ? .waits : .mustSchedule
        }
    }

    private func schedule() {
        pool.asyncWriteWithoutTransaction { [self] db in
            for answer in answers(to: takeBatch(), in: db) { answer() }
            let hasMore = state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            if hasMore { schedule() }
        }
    }

    private func takeBatch() -> [Request] {
        state.withLock { state in
            var weight = 0
            let batch = state.waiting.prefix { request in
                defer { weight += request.weight }
                return weight == 0 || weight + request.weight <= Self.maximumWeight
            }
            state.waiting.removeFirst(batch.count)
            return Array(batch)
        }
    }
}

// MARK: - On the queue of the database

extension GroupCommitter {
    /// Makes the changes of a batch and returns closures that report the outcome to each caller.
    private func answers(to batch: [Request], in db: Database) -> [Answer] {
        do {
            return try commit(batch, in: db)
        } catch {
            // The transaction was rolled back. Each change gets a transaction of its own, so that an error affects only
            // the change that causes it.
            guard batch.count == 1 else { return batch.flatMap { answers(to: [$0], in: db) } }
            return batch.map { request in { request.fail(error) } }
        }
    }

    private func commit(_ batch: [Request], in db: Database) throws -> [Answer] {
        var answers: [Answer] = []
        var isChanged = false
        try db.inTransaction(.immediate) {
            let changesBefore = db.totalChangesCount
            for request in batch {
                // A transaction with one change needs no savepoint.
                answers += batch.count == 1 ? [try request.attempt(db)] : try attempt(request, in: db)
            }
            isChanged = db.totalChangesCount != changesBefore
            if isChanged { try willCommit() }
            return .commit
        }
        if isChanged { didCommit() }
        return answers
    }

    private func attempt(_ request: Request, in db: Database) throws -> [Answer] {
        do {
            var answers: [Answer] = []
            try db.inSavepoint {
                answers = [try request.attempt(db)]
                return .commit
            }
            return answers
        } catch {
            // On a full disk, among others, SQLite may roll back the whole transaction by itself.
            guard db.isInsideTransaction else { throw error }
            return [{ request.fail(error) }]
        }
    }
}
