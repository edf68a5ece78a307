import HostConfiguration
import HostInterface
import HostSupport
import Logging
import RFC3339
import Synchronization
import SystemPackage
import Trellis

/// Writes the records of the audit log to files, to the journal, and to the clients that follow the log.
///
/// ``write(_:)`` is called on the thread of the queue.
final class AuditWriter: Sendable {
    /// An entry of the queue.
    enum Job: Sendable {
        /// The content of an entry.
        enum Content: Sendable {
            /// A call.
            case call(AuditEntry)

            /// A start or stop of the daemon.
            case event(String)
        }

        case entry(Content, sequence: Int, time: Timestamp)

        /// A report of the number of dropped entries.
        case lost(Int)
    }

    private struct State {
        var directory: FilePath?
        var problem: Errno?
        var lastSequence = 0
        /// The number of dropped entries that have not been logged.
        var lost = 0
        var lastReport: ContinuousClock.Instant?
        var followers: [Int: AsyncStream<HostContract.AuditRecord>.Continuation] = [:]
        var lastFollower = 0
    }

    private static let reportInterval = Duration.seconds(60)
    private static let followerCapacity = 8_192

    /// A stream for one reader, which yields when ``problem`` has changed.
    let problemChanges: AsyncStream<Void>

    private let problemChange: AsyncStream<Void>.Continuation
    private let journal: Logger
    private let logger: Logger
    private let quietUser: UInt32?
    /// The files of the series; nil before ``open(_:maximumSize:)``.
    ///
    /// The lock may be held during system calls, because after the start only the thread of the queue acquires it.
    private let files = Mutex<AuditFiles?>(nil)

    /// The records that are written to the journal.
    let journaled = Mutex(AuditJournal.all)

    private let state = Mutex(State())

    init(journal: Logger, logger: Logger, quietUser: UInt32?) {
        self.quietUser = quietUser
        self.journal = journal
        self.logger = logger
        (problemChanges, problemChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The folder of the files; nil before ``open(_:maximumSize:)``.
    var directory: FilePath? { state.withLock(\.directory) }

    /// The number of the last record that was written or lost.
    var lastSequence: Int { state.withLock(\.lastSequence) }

    /// The reason why records are missing in the files, as a phrase of the daemon's status; nil for none.
    var problem: String? { state.withLock(\.problem).map { "audit log: \($0)" } }

    /// Starts to write to files.
    func open(_ directory: FilePath, maximumSize: Int) {
        var files = AuditFiles(directory: directory, maximumSize: maximumSize)
        var failure: Errno?
        do throws(Errno) { try files.repair() } catch { failure = error }
        self.files.withLock { $0 = files }
        state.withLock { $0.directory = directory }
        setProblem(failure)
    }

    /// Writes an entry of the queue to its file, to the journal and to followers.
    ///
    /// - Returns: Whether the entry was written to a file. Otherwise the queue counts the entry as dropped.
    func write(_ job: Job) -> Bool {
        switch job {
        case .lost(let count):
            state.withLock { $0.lost += count }
            reportLost(every: Self.reportInterval)
            return true
        case .entry(.event(let name), let sequence, let time):
            let line = #"{"sequence":\#(sequence),"time":"\#(time.rfc3339(fractionDigits: 6))","event":"\#(name)"}"#
            defer { state.withLock { $0.lastSequence = sequence } }
            return append(line, to: .administer)
        case .entry(.call(let entry), let sequence, let time):
            let record = entry.record(sequence: sequence, time: time, user: AccountNames.userName(entry.peer.userID))
            let isWritten = (try? EncodedJSON(record)).map { append($0.text, to: entry.series) } ?? false
            let isInFile = isWritten && directory != nil
            if entry.peer.userID != quietUser, !isInFile || journaled.withLock({ $0.includes(entry.series) }) {
                journal.log(record)
            }
            deliver(record)
            return isWritten
        }
    }

    /// Logs the number of records that were dropped since the last report.
    ///
    /// - Parameter interval: The minimum time since the last report. Default: none.
    func reportLost(every interval: Duration = .zero) {
        let now = ContinuousClock.now
        let lost = state.withLock { state in
            guard state.lost > 0, state.lastReport.map({ $0.duration(to: now) >= interval }) ?? true else { return 0 }
            state.lastReport = now
            defer { state.lost = 0 }
            return state.lost
        }
        guard lost > 0 else { return }
        logger.log(
            .auditRecordsLost,
            """
            \(lost) records are missing in the audit log: the disk rejects writes or is too slow; 'trellisctl audit' shows the \
            gaps
            """,
            metadata: ["count": "\(lost)", "directory": "\(directory?.string ?? "")"])
    }

    /// Returns a stream of the records that are written from now on.
    func newRecords() -> AsyncStream<HostContract.AuditRecord> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HostContract.AuditRecord.self, bufferingPolicy: .bufferingNewest(Self.followerCapacity))
        let number = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = continuation
            return state.lastFollower
        }
        continuation.onTermination = { [weak self] _ in
            // The continuation is released outside the lock.
            _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
        }
        return stream
    }

    private func deliver(_ record: HostContract.AuditRecord) {
        let followers = state.withLock { state in
            state.lastSequence = record.sequence
            return state.followers.isEmpty ? [] : Array(state.followers.values)
        }
        for follower in followers { follower.yield(record) }
    }

    private func append(_ line: String, to series: AuditSeries) -> Bool {
        var failure: Errno?
        files.withLock { files in
            do throws(Errno) { try files?.append(line, to: series) } catch { failure = error }
        }
        setProblem(failure)
        return failure == nil
    }

    private func setProblem(_ problem: Errno?) {
        let hasChanged = state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
        }
        guard hasChanged, let directory else { return }
        problemChange.yield()
        guard let problem else { return logger.log(.auditLogWritten, "the audit log is written again") }
        logger.log(
            .auditLogUnwritable,
            """
            cannot write the audit log in \(directory): \(problem). \
            Calls continue, and their records are only in the journal. \(Self.remedy(for: problem))
            """, metadata: ["directory": "\(directory)", "error": "\(problem)"])
    }

    private static func remedy(for problem: Errno) -> String {
        switch problem {
        case .noSpace, .diskQuotaExceeded: "Free space in this file system"
        case .permissionDenied, .notPermitted: "Change the owner of its files to the daemon's user"
        default: "Check the file system"
        }
    }
}

extension Logger {
    /// Writes the journal entry of a record: a warning when the call was rejected, and a notice otherwise.
    fileprivate func log(_ record: HostContract.AuditRecord) {
        var metadata: Metadata = [
            "messageID": "\(AuditTrail.messageID)", "sequence": "\(record.sequence)", "plugin": "\(record.plugin)",
            "method": "\(record.method)", "uid": "\(record.uid)", "gid": "\(record.gid)", "pid": "\(record.pid)",
            "role": "\(record.role)", "outcome": "\(record.outcome)",
        ]
        if let request = record.requestID { metadata["requestID"] = "\(request)" }
        if let user = record.user { metadata["user"] = "\(user)" }
        if let unit = record.unit { metadata["unit"] = "\(unit)" }
        if let duration = record.microseconds { metadata["microseconds"] = "\(duration)" }
        if let via = record.via { metadata["via"] = "\(via)" }
        if let count = record.count { metadata["count"] = "\(count)" }
        let caller =
            "user \(record.user ?? (record.uid == Int(PeerCredentials.unknownUser) ? "unknown" : "\(record.uid)"))"
            + (record.via.map { " through \($0)" } ?? ", process \(record.pid)")
            + (record.unit.map { ", unit \($0)" } ?? "")
        let number = record.count.map { " (\($0) calls)" } ?? ""
        if let reason = record.reason {
            metadata["reason"] = "\(reason)"
            warning("\(record.method) by \(caller): rejected, \(reason)\(number)", metadata: metadata)
        } else if record.outcome == AuditTrail.refused {
            warning(
                "\(record.method) by \(caller): refused, the role \(record.role) is required\(number)",
                metadata: metadata)
        } else {
            notice("\(record.method) by \(caller): \(record.outcome)", metadata: metadata)
        }
    }
}
