import Glibc
import HostConfiguration
import HostInterface
import HostSupport
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
/// is too slow, records are dropped, first those of rejected calls, then those of calls that require the role `Role.operate`. The
/// numbers of dropped records are missing in the files. Rejected calls that are repeated share records (``RefusalLimit``).
final class AuditLog: Sendable {
    private let writer: AuditWriter
    private let queue: OutputQueue<AuditWriter.Job>
    /// The number of the last record.
    private let sequence = Mutex(0)
    private let refusals = Mutex(RefusalLimit())
    private let instant: @Sendable () -> ContinuousClock.Instant

    /// Creates an audit log that writes to the journal only, until ``open(in:maximumSize:)`` is called.
    ///
    /// - Parameters:
    ///   - journal: The logger of the journal entries: ``LogDestination/auditLogger`` in a running daemon.
    ///   - logger: Logs a failure to write records.
    ///   - quietUser: The user whose calls are not written to the journal; nil for none.
    ///   - limits: The capacity of the queue. Default: 8192 records, 8 MiB.
    ///   - instant: Returns the time for the limit on records of rejected calls. Default: that of the continuous clock.
    init(
        journal: Logger, logger: Logger, quietUser: UInt32? = nil, limits: OutputQueueLimits = OutputQueueLimits(),
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.instant = instant
        let writer = AuditWriter(journal: journal, logger: logger, quietUser: quietUser)
        self.writer = writer
        queue = OutputQueue(
            limits: limits, sink: OutputQueue.Sink(write: writer.write, makeReport: AuditWriter.Job.lost))
    }

    /// Selects the records that are written to the journal from now on.
    ///
    /// Default: all.
    func configure(_ journal: AuditJournal) { writer.journaled.withLock { $0 = journal } }

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
    /// - Throws: `HostFailure` when other users may change the files, or the existing files cannot be read.
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
        recordWaitingRefusals(at: nil)
        append(.event("stopped"), size: 0, priority: .record)
        flush(within: .seconds(2))
        writer.reportLost()
    }

    /// Adds a record, without waiting; a later record may stand for a rejected call.
    func record(_ entry: AuditEntry) {
        switch entry.series {
        case .administer: append(.call(entry), size: entry.size, priority: .record)
        case .operate: append(.call(entry), size: entry.size, priority: .urgent)
        case .refused:
            switch refusals.withLock({ $0.decide(entry, at: .now, instant()) }) {
            case .record(let entry): append(.call(entry), size: entry.size, priority: .ordinary)
            case .wait: break
            // The reader sees the gap.
            case .drop: sequence.withLock { $0 += 1 }
            }
        }
    }

    /// Records the rejected calls that have no record yet, of each source that may have a record again, until the task is cancelled.
    ///
    /// - Parameter clock: The clock of the pauses.
    func recordRefusals(_ clock: WallClock) async {
        while (try? await clock.sleep(Self.refusalInterval)) != nil { recordWaitingRefusals(at: instant()) }
    }

    /// The time between two checks for rejected calls without a record.
    private static let refusalInterval = Duration.seconds(10)

    private func recordWaitingRefusals(at now: ContinuousClock.Instant?) {
        for (entry, time) in refusals.withLock({ $0.takeWaiting(at: now) }) {
            append(.call(entry), size: entry.size, priority: .ordinary, at: time)
        }
    }

    private func append(
        _ content: AuditWriter.Job.Content, size: Int, priority: OutputPriority, at time: Timestamp = .now
    ) {
        // Entries are queued in the order of their numbers. A dropped entry leaves a gap in the numbers.
        sequence.withLock { last in
            last += 1
            queue.append(.entry(content, sequence: last, time: time), size: size, priority: priority)
        }
    }

    /// Blocks the thread until every record is written or dropped, or a time limit has passed.
    ///
    /// - Parameter limit: The maximum time to block.
    /// - Returns: Whether the queue is empty.
    @discardableResult
    func flush(within limit: Duration) -> Bool { queue.flush(within: limit) }

    /// Waits at most one second until the records of previous calls are written, also those of rejected calls that share a record.
    ///
    /// - Returns: The number of a record; this record and all earlier ones are written or lost.
    func settle() async throws -> Int {
        recordWaitingRefusals(at: nil)
        let last = sequence.withLock(\.self)
        let isSettled = try await NIOThreadPool.singleton.runIfActive { self.flush(within: .seconds(1)) }
        return isSettled ? max(last, writer.lastSequence) : writer.lastSequence
    }

    /// Returns a stream of the records that are written from now on.
    ///
    /// A reader that is more than 8,192 records behind loses the oldest ones.
    func newRecords() -> AsyncStream<HostContract.AuditRecord> { writer.newRecords() }
}

extension LogDestination {
    /// The logger of the audit log.
    ///
    /// The logger is independent of ``LogLevelControl``, so that an administrator who changes the log level cannot
    /// disable the audit log. Its entries are marked as records, and the queue reserves space for records.
    var auditLogger: Logger {
        Logger(label: "trellis.audit") { logHandler(label: $0, isRecord: true) }
    }

    /// Creates the audit log of a daemon that logs to this destination.
    ///
    /// A daemon on the console is usually run by a developer, who also makes most calls. The calls of the daemon's own
    /// user are therefore printed only at the level debug.
    ///
    /// - Parameters:
    ///   - level: The level of the command line or the configuration.
    ///   - logger: Logs a failure to write records.
    /// - Returns: An audit log that has no files until ``AuditLog/open(in:maximumSize:)`` is called.
    func auditLog(atLevel level: Logger.Level, logger: Logger) -> AuditLog {
        guard case .console = self, level > .debug else {
            return AuditLog(journal: auditLogger, logger: logger)
        }
        return AuditLog(journal: auditLogger, logger: logger, quietUser: geteuid())
    }
}
