import Foundation
import Synchronization
import Trellis

/// The position up to which this host has followed the changes in etcd, and the changes of this host that it has seen.
final class FollowedLog: Sendable {
    /// What is known about a transaction of this host.
    enum Sighting: Sendable {
        /// It was not seen up to the current position.
        case unseen

        /// It was executed at a revision.
        case executed(Int64)

        /// The host read the items as a whole, and not the transactions that led to them.
        case missed
    }

    private struct State {
        var revision: Int64?
        var history: ItemHistory?
        var attempts: [String: Sighting] = [:]
        var written = Written()
        var problem: String?
        var complete: CompleteTime?
    }

    private let state = Mutex(State())
    private let changed = ChangeSignal()

    /// The last change that this host made.
    struct Written: Sendable {
        /// The revision in etcd; 0 if there was none.
        var inEtcd: Int64 = 0

        /// The first revision of an item in the transaction.
        var revision = 0
    }

    /// The last change that this host made.
    var written: Written { state.withLock(\.written) }

    /// The reason why the host does not follow; nil while it does.
    var problem: String? {
        get { state.withLock(\.problem) }
        set { state.withLock { $0.problem = newValue } }
    }

    /// The time as of which this host has every change; nil if the process has not asked etcd yet.
    var complete: CompleteTime? { state.withLock(\.complete) }

    /// Notes that the host has every change that was acknowledged before a time.
    func note(complete time: CompleteTime) { state.withLock { $0.complete = time } }

    /// Whether this host has followed to a revision.
    func hasReached(_ revision: Int64) -> Bool { state.withLock { $0.revision.map { $0 >= revision } ?? false } }

    /// Waits until this host has followed to a revision.
    ///
    /// - Throws: CancellationError when the task is cancelled.
    func wait(for revision: Int64) async throws {
        for await _ in changed.changes(isInitiallySignaled: true) where hasReached(revision) { return }
        throw CancellationError()
    }

    /// Waits until this host has found out that etcd has the changes that it has followed.
    ///
    /// - Returns: The history to which the next changes belong.
    /// - Throws: CancellationError when the task is cancelled.
    func history() async throws -> ItemHistory {
        for await _ in changed.changes(isInitiallySignaled: true) {
            if let history = currentHistory { return history }
        }
        throw CancellationError()
    }

    /// The history to which the next changes belong; nil while the host finds out whether etcd was restored.
    var currentHistory: ItemHistory? { state.withLock(\.history) }

    /// Notes the history to which the next changes belong.
    func begin(_ history: ItemHistory) {
        state.withLock { $0.history = history }
        changed.signal()
    }

    /// Notes that the host has followed to a revision, and the transactions on the way.
    func advance(
        to revision: Int64, in history: ItemHistory, seeing attempts: [(id: String, revision: Int64)] = []
    ) {
        state.withLock { state in
            (state.revision, state.history) = (revision, history)
            for (id, revision) in attempts where state.attempts[id] != nil { state.attempts[id] = .executed(revision) }
        }
        changed.signal()
    }

    /// Notes that the host has to read all items again, which include the changes that it made before.
    func restart() {
        state.withLock { state in
            (state.revision, state.history) = (nil, nil)
            // Another cluster may have smaller revisions.
            state.written = Written()
            state.complete = nil
            for (id, sighting) in state.attempts {
                if case .unseen = sighting { state.attempts[id] = .missed }
            }
        }
    }

    /// Begins to look for a transaction.
    func expect(_ attempt: String) { state.withLock { $0.attempts[attempt] = .unseen } }

    /// Returns what is known about a transaction.
    func sighting(of attempt: String) -> Sighting { state.withLock { $0.attempts[attempt] ?? .missed } }

    /// Ends the search for a transaction.
    func forget(_ attempt: String) { state.withLock { _ = $0.attempts.removeValue(forKey: attempt) } }

    /// Notes a change of this host.
    ///
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)`` when its revision is larger than an integer.
    func note(written revision: Int64, in history: ItemHistory) throws {
        let written = Written(inEtcd: revision, revision: try StoredItem.revision(revision, history.base))
        state.withLock { state in
            if revision > state.written.inEtcd { state.written = written }
        }
    }

    /// Ends all waits.
    func finish() { changed.finish() }
}
