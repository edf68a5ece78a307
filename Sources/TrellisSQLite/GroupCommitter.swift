import GRDB
import Metrics
import Synchronization
import Trellis

/// Performs the changes of many callers in shared transactions.
///
/// Most of the time of a change is spent waiting for the disk. Changes that arrive while a transaction is being written
/// share the next transaction. If there are too many for one, the users have turns. Each change has a savepoint, so a change
/// that fails does not affect the others. A caller receives its result when the transaction with its change is on disk.
final class GroupCommitter: Sendable {
    /// The approximate maximum number of rows that the changes of one transaction write.
    ///
    /// This limit bounds the duration of a transaction, and so the waiting time of callers.
    static let maximumWeight = 1_000

    private struct Request: Sendable {
        var key: Int
        var weight: Int

        /// Makes the change and returns a closure that reports success to the caller.
        ///
        /// The attempt is repeated when the transaction fails as a whole.
        var attempt: @Sendable (Database) throws -> Answer

        /// Reports an error to the caller.
        var fail: @Sendable (any Error) -> Void
    }

    private typealias Answer = @Sendable () -> Void

    private struct State {
        var waiting = FairQueue<Request>()
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
    private let committing: Failpoint?
    private let metrics: CommitMetrics?
    private let willCommit: @Sendable () throws -> Void
    private let didCommit: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a committer without changes.
    ///
    /// - Parameters:
    ///   - pool: The connections to the database.
    ///   - committing: The failpoint before each commit; nil for none. Default: nil.
    ///   - metrics: The metrics of the transactions; nil for none. Default: nil.
    ///   - willCommit: Called before each commit of a transaction that changed something; an error rolls the
    ///     transaction back.
    ///   - didCommit: Called after each such commit, before the callers of its changes receive their results.
    init(
        _ pool: DatabasePool, failpoint committing: Failpoint? = nil, metrics: CommitMetrics? = nil,
        willCommit: @escaping @Sendable () throws -> Void = {},
        didCommit: @escaping @Sendable () -> Void
    ) {
        self.pool = pool
        self.committing = committing
        self.metrics = metrics
        self.willCommit = willCommit
        self.didCommit = didCommit
    }

    /// The number of changes that wait for a transaction.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Performs a change, and returns when it is on disk.
    ///
    /// If the task is cancelled while its change waits for a transaction, the change is not performed. A change whose
    /// transaction has begun is not interrupted, because other changes may share the transaction: its result is
    /// returned.
    ///
    /// - Parameters:
    ///   - weight: The approximate number of rows that the change writes.
    ///   - body: Performs the change. It must have no other side effects, because it may be called again after a
    ///     rollback.
    /// - Returns: The result of the body, once the change is on disk.
    /// - Throws: The error of the body, of SQLite or of `willCommit`; `CancellationError` when the task is cancelled.
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
                defer { metrics?.waiting.set(state.waiting.count) }
                return state.waiting.remove { $0.key == key }
            }
            request?.fail(CancellationError())
        }
    }

    private func enqueue(_ request: Request) -> Enqueued {
        let user = CallIdentity.current?.userID
        return state.withLock { state in
            // The flag is read under the lock: an earlier cancellation is detected here, and the handler of a later
            // cancellation finds the request in the queue.
            if Task.isCancelled { return .cancelled }
            state.waiting.append(request, for: user)
            metrics?.waiting.set(state.waiting.count)
            defer { state.isScheduled = true }
            return state.isScheduled ? .waits : .mustSchedule
        }
    }

    private func schedule() {
        pool.asyncWriteWithoutTransaction { [self] db in
            for answer in answers(to: takeBatch(), in: db) { answer() }
            let hasMore = state.withLock { state in
                state.isScheduled = state.waiting.count > 0
                return state.isScheduled
            }
            if hasMore { schedule() }
        }
    }

    private func takeBatch() -> [Request] {
        state.withLock { state in
            var (batch, weight) = ([Request](), 0)
            while let next = state.waiting.first, batch.isEmpty || weight + next.weight <= Self.maximumWeight,
                let request = state.waiting.popFirst()
            {
                batch.append(request)
                weight += request.weight
            }
            metrics?.waiting.set(state.waiting.count)
            return batch
        }
    }
}

// MARK: - Execution on the queue of the database

extension GroupCommitter {
    /// Makes the changes of a batch and returns closures that report the outcome to each caller.
    private func answers(to batch: [Request], in db: Database) -> [Answer] {
        do {
            let clock = ContinuousClock()
            let start = clock.now
            let answers = try commit(batch, in: db)
            metrics?.transactions.record(duration: clock.now - start)
            metrics?.changes.increment(by: batch.count)
            return answers
        } catch {
            // An error of a single change, such as a missing row, is not a failure of the storage.
            if StorageError(error, file: FilePath(pool.path)) != nil { metrics?.failures.increment() }
            // The transaction was rolled back. Each change is repeated in a separate transaction, so that an error
            // affects only the change that causes it.
            // A locked database concerns all of them, and each would wait for the lock again.
            let isBusy = (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
            guard batch.count == 1 || isBusy else { return batch.flatMap { answers(to: [$0], in: db) } }
            metrics?.changes.increment(by: batch.count)
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
            try committing?.evaluateBlocking()
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
            // After some errors, such as a full disk, SQLite may automatically roll back the whole transaction.
            guard db.isInsideTransaction else { throw error }
            return [{ request.fail(error) }]
        }
    }
}
