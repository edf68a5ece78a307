import HostInterface
import LogSupport
import Logging
import NIOPosix
import RFC3339
import Synchronization
import SystemPackage
import Systemd
import Trellis

/// The audit log: records of rejected calls and of calls that require a role above `Role.read`, in files of
/// the daemon and in the journal.
///
/// A call only adds an entry to a bounded queue. A dedicated thread formats the records and writes them. When the disk
/// is too slow, records are dropped, first those of calls that require the role `Role.operate`. The numbers
/// of dropped records are missing in the files.
final class AuditLog: Sendable {
    private let writer: AuditWriter
    private let queue: OutputQueue<AuditWriter.Job>
    /// The number of the last record.
    private let sequence = Mutex(0)

    /// Creates an audit log that writes to the journal only, until ``open(in:maximumSize:)`` is called.
    ///
    /// - Parameters:
    ///   - journal: The logger of the journal entries: ``LogDestination/auditLogger`` in a running daemon.
    ///   - logger: Logs a failure to write records.
    ///   - quietUser: The user whose calls are not written to the journal; nil for none.
    ///   - limits: The capacity of the queue. Default: 8192 records, 8 MiB.
    init(
        journal: Logger, logger: Logger, quietUser: UInt32? = nil, limits: OutputQueueLimits = OutputQueueLimits()
    ) {
        let writer = AuditWriter(journal: journal, logger: logger, quietUser: quietUser)
        self.writer = writer
        queue = OutputQueue(
            limits: limits, sink: OutputQueue.Sink(write: writer.write, makeReport: AuditWriter.Job.lost))
    }

    /// The problem that prevents records from being written to the files, for the status of the daemon; nil for none.
    var problem: String? { writer.problem }

    /// A stream for one reader, which yields when ``problem`` has changed.
    var problemChanges: AsyncStream<Void> { writer.problemChanges }

    /// The folder of the files; nil before ``open(in:maximumSize:)``.
    var directory: FilePath? { writer.directory }

    /// Starts to write records to files, and continues the numbers of the existing records.
    ///
    /// A full disk is not an error: the daemon runs, and reports the problem in its status.
    ///
    /// - Parameters:
    ///   - state: The state directory, which must be locked.
    ///   - maximumSize: The maximum size of a file in bytes. Default: 64 MiB.
    /// - Throws: ``HostFailure`` when other users may change the files, or the existing files cannot be read.
    func open(in state: FilePath, maximumSize: Int = AuditSeries.fileSize) throws(HostFailure) {
        let directory = state.appending(AuditTrail.folderName)
        try DirectoryProtection.own.check(directory, purpose: "audit directory")
        do throws(AuditReadError) {
            let last = try AuditTrail.lastSequence(in: directory.string)
            sequence.withLock { $0 = last }
        } catch {
            throw HostFailure(
                .inputOutputError, "\(error)", advice: "Change its owner to the daemon's user, or move it away",
                errno: error.errno)
        }
        writer.open(directory, maximumSize: maximumSize)
        append(.event("started"), size: 0, priority: .record)
    }

    /// Records the stop of the daemon, and writes all queued records.
    func close() {
        guard directory != nil else { return }
        append(.event("stopped"), size: 0, priority: .record)
        flush(within: .seconds(2))
        writer.reportLost()
    }

    /// Adds a record, without waiting.
    func record(_ entry: AuditEntry) {
        let priority: OutputPriority =
            switch entry.series {
            case .operate: .ordinary
            case .refused: .urgent
            case .administer: .record
            }
        append(.call(entry), size: entry.size, priority: priority)
    }

    private func append(_ content: AuditWriter.Job.Content, size: Int, priority: OutputPriority) {
        // Entries are queued in the order of their numbers. A dropped entry leaves a gap in the numbers.
        sequence.withLock { last in
            last += 1
            queue.append(.entry(content, sequence: last, time: .now), size: size, priority: priority)
        }
    }

    /// Blocks the thread until every record is written or dropped, or a time limit has passed.
    ///
    /// - Parameter limit: The maximum time to block.
    /// - Returns: Whether the queue is empty.
    @discardableResult
    func flush(within limit: Duration) -> Bool { queue.flush(within: limit) }

    /// Waits at most one second until the records of previous calls are written.
    ///
    /// - Returns: The number of a record; this record and all earlier ones are written or lost.
    func settle() async throws -> Int {
        let last = sequence.withLock(\.self)
        let isSettled = try await NIOThreadPool.singleton.runIfActive { self.flush(within: .seconds(1)) }
        return isSettled ? max(last, writer.lastSequence) : writer.lastSequence
    }

    /// Returns a stream of the records that are written from now on.
    ///
    /// A reader that is more than 8,192 records behind loses the oldest ones.
    func newRecords() -> AsyncStream<HostContract.AuditRecord> { writer.newRecords() }
}
