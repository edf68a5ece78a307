import DequeModule
import Foundation
import Logging
import Synchronization

/// The newest entries of the daemon's log, in memory.
///
/// The ring has limits on the number and on the size of its entries. The oldest entries are overwritten. A reader that
/// is slower than the log therefore never delays it, and learns the number of entries that it missed.
final class LogRing: Sendable {
    /// An entry of the log.
    struct Entry: Sendable {
        /// The time at which the message was logged.
        var time: Date

        /// The level of the message.
        var level: Logger.Level

        /// The label of the logger.
        var logger: String

        /// The message, with its error.
        var message: String

        /// The metadata as text.
        var metadata: [String: String]

        /// The approximate size in memory, in bytes.
        fileprivate var size: Int {
            metadata.reduce(64 + logger.utf8.count + message.utf8.count) {
                $0 + 32 + $1.key.utf8.count + $1.value.utf8.count
            }
        }
    }

    /// Consecutive entries.
    struct Page: Sendable {
        /// The number of requested entries that were overwritten before they could be read.
        var missed: Int

        /// The number of the first entry.
        var start: Int

        /// The entries, the oldest first.
        var entries: [Entry]

        /// The number of the entry that follows the last one.
        var end: Int { start + entries.count }
    }

    private struct State {
        var entries: Deque<Entry> = []
        /// The number of the first entry.
        var start = 1
        var size = 0
    }

    /// The maximum number of entries of a page.
    private static let pageSize = 128

    private let maximumCount: Int
    private let maximumSize: Int
    private let appended = ChangeSignal()
    private let state = Mutex(State())

    /// Creates an empty ring.
    ///
    /// - Parameters:
    ///   - maximumCount: The maximum number of entries. Default: 10,000.
    ///   - maximumSize: The maximum size of the entries in bytes. Default: 4 MiB.
    init(maximumCount: Int = 10_000, maximumSize: Int = 4 << 20) {
        self.maximumCount = maximumCount
        self.maximumSize = maximumSize
    }

    /// Appends an entry, and overwrites the oldest ones beyond the limits.
    func append(_ entry: Entry) {
        state.withLock { state in
            state.entries.append(entry)
            state.size += entry.size
            while state.entries.count > maximumCount || state.size > maximumSize {
                state.size -= state.entries.removeFirst().size
                state.start += 1
            }
        }
        appended.signal()
    }

    /// The numbers of the entries, counted from 1.
    var range: Range<Int> {
        state.withLock { $0.start..<$0.start + $0.entries.count }
    }

    /// Returns the entries from a number on, at most 128.
    func page(from number: Int) -> Page {
        state.withLock { state in
            let start = max(number, state.start)
            let entries = state.entries.dropFirst(start - state.start).prefix(Self.pageSize)
            return Page(missed: start - number, start: start, entries: Array(entries))
        }
    }

    /// Returns a stream for one reader, which yields when entries have been appended.
    ///
    /// Signals that are not consumed are coalesced.
    func changes() -> AsyncStream<Void> { appended.changes() }
}
