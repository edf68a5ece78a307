import Glibc
import HostInterface
import Varlink

/// The source of audit records: the daemon, its files, or the journal.
enum AuditSource: Sendable {
    /// A connection to the daemon, and whether it is that of this machine.
    case daemon(VarlinkConnection, isLocal: Bool)

    /// The folder of the daemon's files.
    case files(String)

    /// The journal of systemd.
    case journal

    /// Returns the daemon if it can be reached, otherwise its files if they can be read, otherwise the journal.
    ///
    /// The records of another host are only those of its daemon.
    ///
    /// - Throws: ``CommandFailure`` when the socket is invalid, or the daemon of another host cannot be reached.
    static func find(in session: Session) async throws -> AuditSource {
        guard session.host == nil else { return .daemon(try await session.connect(), isLocal: false) }
        do {
            return .daemon(try await session.connect(), isLocal: true)
        } catch let failure as CommandFailure where failure.exitStatus == EX_UNAVAILABLE {
            guard let directory = session.auditDirectory, access(directory, R_OK | X_OK) == 0 else { return .journal }
            return .files(directory)
        } catch let failure as CommandFailure where failure.exitStatus == EX_NOPERM {
            return .journal
        }
    }

    /// Reads the existing records and, if requested, new ones.
    ///
    /// - Parameters:
    ///   - query: The conditions, the order and the number of the records.
    ///   - follow: Whether to wait for new records.
    ///   - clock: Measures the time that the daemon takes to reply.
    ///   - take: Receives each item, the oldest first.
    /// - Throws: ``CommandFailure`` when a time is invalid or the source cannot be read; the error of the call or of
    ///   `take`.
    func read(
        _ query: AuditQuery, follow: Bool, _ clock: ReplyClock, take: (AuditItem) async throws -> Void
    ) async throws {
        func readJournal() async throws {
            try await JournalAuditReader(query: query).read(follow: follow) { try await take(.record($0)) }
        }
        switch self {
        case .daemon(let connection, let isLocal):
            do {
                try await Self.read(from: connection, query, follow: follow, clock, take: take)
            } catch ServiceError.methodNotFound where isLocal {
                // A daemon of an earlier version does not have the method.
                try await readJournal()
            }
        case .files(let directory):
            guard !follow else { return try await readJournal() }
            StandardError.write(line: "trellisctl: the daemon does not run; reading \(directory)")
            try await Self.read(directory, query, take: take)
        case .journal: try await readJournal()
        }
    }

    private static func read(
        from connection: VarlinkConnection, _ query: AuditQuery, follow: Bool, _ clock: ReplyClock,
        take: (AuditItem) async throws -> Void
    ) async throws {
        let filter = try await query.parsedFilter()
        let replies = HostClient(connection).readAudit(
            since: filter.since, until: filter.until, user: filter.user.map(Int.init), plugin: filter.plugin,
            method: filter.method, outcome: filter.outcome, failed: filter.failed ? true : nil, limit: query.limit,
            follow: follow ? true : nil)
        try await clock.counting {
            for try await reply in replies {
                guard let item = AuditItem(reply) else { continue }
                try await clock.pausing { try await take(item) }
            }
        }
    }

    private static func read(
        _ directory: String, _ query: AuditQuery, take: (AuditItem) async throws -> Void
    ) async throws {
        let filter = try await query.parsedFilter()
        do {
            var scan = try AuditScan(directory: directory, filter: filter)
            if let limit = query.limit { try scan.keepNewest(limit) }
            while let batch = try scan.nextBatch() {
                for item in batch.compactMap(AuditItem.init) { try await take(item) }
                try Task.checkCancellation()
            }
        } catch let error as AuditReadError {
            throw CommandFailure(error.errno == EACCES ? EX_NOPERM : EX_IOERR, "\(error)")
        }
    }
}

extension AuditQuery {
    /// The conditions, with the times in the format of the records.
    fileprivate func parsedFilter() async throws -> AuditFilter {
        var filter = filter
        if let since { filter.since = try await TimeArgument.parse(since, option: "since") }
        if let until { filter.until = try await TimeArgument.parse(until, option: "until") }
        return filter
    }
}

extension Session {
    /// The folder with the daemon's files of the audit log, if the socket is a default one.
    fileprivate var auditDirectory: String? {
        switch address {
        case .path(ControlSocket.systemPath): "/var/lib/trellis/\(AuditTrail.folderName)"
        case .path(ControlSocket.userPath(variables)):
            (variables["XDG_STATE_HOME"] ?? variables["HOME"].map { $0 + "/.local/state" })
                .map { "\($0)/trellis/\(AuditTrail.folderName)" }
        default: nil
        }
    }
}
