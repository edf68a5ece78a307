public import LogSupport

/// Sends log entries to the journal, in order, from a dedicated thread.
///
/// All loggers of a process share one writer. sd_journal_sendv(3) blocks while journald is stopped, restarting or
/// overloaded. Entries therefore go through a bounded queue, and logging never waits. When the queue is full, new entries
/// are dropped, and an entry of priority 4 (warning) reports their number in the field `DROPPED` with the writer's prefix.
/// The last eighth of the capacity is reserved for entries at warning and above, and the last sixteenth for records
/// (``JournalLogHandler/isRecord``).
///
/// Call ``flush(within:)`` before the process ends. Entries that wait when the process crashes are lost.
public final class JournalWriter: Sendable {
    let identifier: String
    let fieldPrefix: String
    private let queue: OutputQueue<JournalEntry>

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - identifier: `SYSLOG_IDENTIFIER`, the name that journalctl(1) shows before the process identifier, such as
    ///     `trellisd`.
    ///   - fieldPrefix: The prefix of fields that are created from metadata, such as `TRELLIS_`: at most 32 uppercase ASCII
    ///     letters, digits and underscores, beginning with a letter. Any other prefix is a programming error and traps.
    ///   - limits: The capacity of the queue.
    public convenience init(identifier: String, fieldPrefix: String, limits: OutputQueueLimits = OutputQueueLimits()) {
        self.init(identifier: identifier, fieldPrefix: fieldPrefix, limits: limits) { $0.send() }
    }

    init(
        identifier: String, fieldPrefix: String, limits: OutputQueueLimits,
        send: @escaping @Sendable (JournalEntry) -> Bool
    ) {
        precondition(
            JournalField.isValid(fieldPrefix) && fieldPrefix.utf8.count <= 32,
            "the prefix of journal fields must be 1 to 32 uppercase letters, digits and underscores, beginning with a letter"
        )
        self.identifier = identifier
        self.fieldPrefix = fieldPrefix
        queue = OutputQueue(
            limits: limits,
            sink: OutputQueue.Sink(write: send) { count in
                var entry = JournalEntry()
                entry.append("MESSAGE", "\(count) log entries were dropped because journald did not keep up.")
                entry.append("PRIORITY", "4")
                entry.append("SYSLOG_IDENTIFIER", identifier)
                entry.append("\(fieldPrefix)DROPPED", String(count))
                return entry
            })
    }

    /// Blocks the thread until every entry is sent to journald, or until a timeout.
    ///
    /// Call this method at the end of a program.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Whether every entry was sent.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        queue.flush(within: limit)
    }

    func append(_ entry: JournalEntry, priority: OutputPriority) {
        queue.append(entry, size: entry.size, priority: priority)
    }
}
