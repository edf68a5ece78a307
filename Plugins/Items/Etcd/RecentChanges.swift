import Items
import Synchronization

/// The newest changes of this host, which watches read without the database.
///
/// They include those of a transaction that is not committed yet. If it fails, the host follows the same changes again.
final class RecentChanges: Sendable {
    /// The number of changes that are kept at least.
    ///
    /// Up to twice as many are kept, so that removals are rare.
    static let capacity = 500

    /// Changes without a gap.
    private struct Window {
        /// The revision after which the changes begin.
        var start: Int

        var changes: [ItemChange] = []

        /// The revision of the last change.
        var newest: Int
    }

    private let window = Mutex<Window?>(nil)

    /// Adds the changes of a transaction, except those that were added before.
    ///
    /// - Parameters:
    ///   - changes: The changes, in order.
    ///   - previous: The revision of the last change before the transaction.
    ///   - newest: The revision of the last change after the transaction.
    /// - Returns: Whether all changes since the previous revision are kept, so that each watch can read them already.
    func append(_ changes: [ItemChange], after previous: Int, to newest: Int) -> Bool {
        window.withLock { window in
            if let known = window, previous < known.start || previous > known.newest { window = nil }
            // Taken, so that the array is changed in place.
            var next = window.take() ?? Window(start: previous, newest: previous)
            next.changes += changes.drop { $0.revision <= next.newest }
            next.newest = max(next.newest, newest)
            if next.changes.count > 2 * Self.capacity {
                let excess = next.changes.count - Self.capacity
                next.start = next.changes[excess - 1].revision
                next.changes.removeFirst(excess)
            }
            let isComplete = next.start <= previous
            window = next
            return isComplete
        }
    }

    /// Removes all changes, because some of them are no longer part of the history.
    func removeAll() { window.withLock { $0 = nil } }

    /// Removes changes that were deleted from the history.
    ///
    /// - Parameter revision: The revision of the last one of them.
    func remove(upTo revision: Int) {
        window.withLock { window in
            guard let known = window, known.start < revision else { return }
            let changes = known.changes.drop { $0.revision <= revision }
            window = Window(start: revision, changes: Array(changes), newest: max(known.newest, revision))
        }
    }

    /// Returns changes in the order of their revisions.
    ///
    /// - Parameters:
    ///   - revision: The revision after which the changes start.
    ///   - limit: The maximum number of changes.
    ///   - required: A revision that the changes have to reach. Default: 0.
    /// - Returns: The changes; nil if not all of them are kept, if they do not reach both revisions, or if none of them has the
    ///   revision after which they start.
    func changes(since revision: Int, limit: Int, reaching required: Int = 0) -> [ItemChange]? {
        window.withLock { window in
            guard let window, revision >= window.start, max(revision, required) <= window.newest else { return nil }
            let earlier = window.changes.count(upTo: revision)
            let known = earlier == 0 ? window.start : window.changes[earlier - 1].revision
            guard revision == known || revision == window.newest else { return nil }
            return Array(window.changes.dropFirst(earlier).prefix(limit))
        }
    }
}
