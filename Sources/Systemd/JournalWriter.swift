/// Sends log entries to the journal, in order, from a thread of its own.
///
/// One writer serves all loggers of a process. Logging through it never waits: sd_journal_sendv(3) blocks when
/// journald does not keep up (it is stopped, restarting or overwhelmed), so that entries go through a bounded queue.
/// When the queue is full, new entries are dropped; the journal gets an entry that says how many, with the number in
/// the field `DROPPED` under the writer's prefix, and priority 4 (warning). Entries below warning leave the last eighth
/// of the room to those at warning and above, and these the last sixteenth to records (``JournalLogHandler/isRecord``).
///
/// Call ``flush(within:)`` before the process ends. Entries that still wait when the process crashes are lost.
public final class JournalWriter: Sendable {
    let identifier: String
    let fieldPrefix: String
    private let queue: OutputQueue<JournalEntry>

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - identifier: `SYSLOG_IDENTIFIER`, the name that journalctl(1) shows before the process number, such as
    ///     `trellisd`.
    ///   - fieldPrefix: What the names of fields that come from metadata begin with, such as `TRELLIS_`. At most 32
    ///     characters: uppercase ASCII letters, digits and underscores, beginning with a letter. Anything else is a
    ///     programming error, and stops the program.
    ///   - limits: How much may wait for journald.
    public convenience init(identifier: String, fieldPrefix: String, limits: OutputQueueLimits = OutputQueueLimits()) {
        self.init(identifier: identifier, fieldPrefix: fieldPrefix, limits: limits) { $0.send() }
    }

    init(
        identifier: String, fieldPrefix: String, limits: OutputQueueLimits,
        send: @escaping @Sendable (JournalEntry) -> Bool
    ) {
        precondition(
            JournalField.isValid(fieldPrefix) && fieldPrefix.utf8.count <= 32,
            "The prefix of journal fields must be 1 to 32 uppercase letters, digits and underscores, a letter first")
        self.identifier = identifier
        self.fieldPrefix = fieldPrefix
        queue = OutputQueue(
            limits: limits,
            sink: OutputQueue.Sink(write: send) { count in
                var entry = JournalEntry()
                entry.append("MESSAGE", "\(count) log entries were dropped, because the journal did not keep up.")
                entry.append("PRIORITY", "4")
                entry.append("SYSLOG_IDENTIFIER", identifier)
                entry.append("\(fieldPrefix)DROPPED", String(count))
                return entry
            })
    }

    /// Waits until every entry was handed to journald, but not longer than a limit.
    ///
    /// It blocks the calling thread: use it where a program ends, not in its course.
    ///
    /// - Parameter limit: How long at most. Nothing is waited for when nothing waits.
    /// - Returns: Whether everything was handed over.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        queue.flush(within: limit)
    }

    func append(_ entry: JournalEntry, rank: OutputRank) {
        queue.append(entry, size: entry.size, rank: rank)
    }
}
