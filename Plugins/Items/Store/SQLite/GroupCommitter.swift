import GRDB
import Synchronization

/// Makes the changes of many callers in shared transactions.
///
/// What makes a change slow is that it has to be on disk before it is answered. So those that come while one
/// transaction is being written wait, and share the next. Each has a savepoint in it: what one can't do does not touch
/// the others. Nobody is answered before the transaction that has his change is on disk.
final class GroupCommitter: Sendable {
    /// How many changes a transaction takes before the rest has to wait for the next: it bounds how long an answer
    /// takes.
    static let maximumWeight = 1_000

    private struct Request: Sendable {
        var key: Int
        var weight: Int

        /// Makes the change, and gives what tells the caller so.
        ///
        /// It is made again when the transaction fails as a whole.
        var attempt: @Sendable (Database) throws -> Answer

        /// Tells the caller that it was not made.
        var refuse: @Sendable (any Error) -> Void
    }

    private typealias Answer = @Sendable () -> Void

    private struct State {
        var waiting: [Request] = []
        var lastKey = 0
        /// Whether the queue of the database has been told to take what waits.
        var isScheduled = false
    }

    private enum Admission {
        case cancelled
        case waits
        case mustSchedule
    }

    private let pool: DatabasePool
    private let didCommit: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a committer without changes.
    ///
    /// - Parameters:
    ///   - pool: The database.
    ///   - didCommit: Told after each transaction that changed something, before any of its callers is answered.
    init(_ pool: DatabasePool, didCommit: @escaping @Sendable () -> Void) {
        self.pool = pool
        self.didCommit = didCommit
    }

    /// How many changes wait for their turn.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Makes a change.
    ///
    /// A task that is cancelled before its turn comes gets a `CancellationError`. Later than that it gets what became
    /// of the change, which is not interrupted: it may share its transaction with others.
    ///
    /// - Parameters:
    ///   - weight: How many rows it changes, about.
    ///   - body: Makes the change. It must do nothing but use the database: it may be called again after what it did
    ///     was rolled back.
    /// - Returns: What the body returned, once that is on disk.
    /// - Throws: What the body throws, what SQLite throws, and `CancellationError`.
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
                    refuse: { continuation.resume(throwing: $0) })
                switch admit(request) {
                case .cancelled: request.refuse(CancellationError())
                case .waits: break
                case .mustSchedule: schedule()
                }
            }
        } onCancel: {
            let request = state.withLock { state in
                state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0) }
            }
            request?.refuse(CancellationError())
        }
    }

    private func admit(_ request: Request) -> Admission {
        state.withLock { state in
            // Under the lock, so that a cancellation either is seen here or finds the request waiting.
            if Task.isCancelled { return .cancelled }
            state.waiting.append(request)
            defer { state.isScheduled = true }
            return state.isScheduled ? .waits : .mustSchedule
        }
    }

    private func schedule() {
        pool.asyncWriteWithoutTransaction { [self] db in
            for answer in answers(to: takeBatch(), in: db) { answer() }
            let mustGoOn = state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            if mustGoOn { schedule() }
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

// MARK: - In the database's queue

extension GroupCommitter {
    /// Makes the changes of a batch, and gives what tells each caller what became of his.
    private func answers(to batch: [Request], in db: Database) -> [Answer] {
        do {
            return try commit(batch, in: db)
        } catch {
            // The transaction was rolled back. Each change gets one of its own, so that what fails for the sake of one
            // fails for that one alone.
            guard batch.count == 1 else { return batch.flatMap { answers(to: [$0], in: db) } }
            return batch.map { request in { request.refuse(error) } }
        }
    }

    private func commit(_ batch: [Request], in db: Database) throws -> [Answer] {
        var answers: [Answer] = []
        var isChanged = false
        try db.inTransaction(.immediate) {
            let changesBefore = db.totalChangesCount
            for request in batch {
                // A transaction of one change needs no savepoint.
                answers += batch.count == 1 ? [try request.attempt(db)] : try attempt(request, in: db)
            }
            isChanged = db.totalChangesCount != changesBefore
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
            // On a full disk, among others, SQLite may roll back the whole transaction of its own accord.
            guard db.isInsideTransaction else { throw error }
            return [{ request.refuse(error) }]
        }
    }
}
