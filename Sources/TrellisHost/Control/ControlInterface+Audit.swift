import HostInterface
import NIOPosix
import RFC3339
import Trellis

extension ControlInterface {
    func readAudit(
        since: String?, until: String?, user: Int?, plugin: String?, method: String?, outcome: String?, failed: Bool?,
        limit: Int?, follow: Bool?, replies: ReplyWriter<HostContract.ReadAuditReply>, context: CallContext
    ) async throws -> HostContract.ReadAuditReply {
        var filter = AuditFilter()
        filter.since = try Self.time(since, "since")
        filter.until = try Self.time(until, "until")
        if let user {
            guard let user = UInt32(exactly: user) else { throw ServiceError.invalidParameter(parameter: "user") }
            filter.user = user
        }
        (filter.plugin, filter.method, filter.outcome) = (plugin, method, outcome)
        filter.failed = failed ?? false
        if let limit, limit < 0 { throw ServiceError.invalidParameter(parameter: "limit") }
        // The stream of new records starts before the past ones are read, so that no record is missed in between.
        let newRecords = follow == true ? audit.newRecords() : nil
        let last = try await audit.settle()
        let selected = filter
        guard let directory = audit.directory?.string else { return HostContract.ReadAuditReply() }
        // Files are read on threads that may block.
        let scan = try await NIOThreadPool.singleton.runIfActive {
            var scan = try AuditScan(directory: directory, filter: selected, through: last)
            if let limit { try scan.keepNewest(limit) }
            return scan
        }
        guard let newRecords else {
            return try await replies.sendListing(ifEmpty: HostContract.ReadAuditReply()) { send in
                try await Self.read(scan, send)
            }
        }
        try await Self.read(scan, replies.send)
        try await Self.follow(newRecords, after: last, filter, replies.send)
        throw CancellationError()
    }

    private static func read(
        _ scan: AuditScan, _ send: (HostContract.ReadAuditReply) async throws -> Void
    ) async throws {
        var scan = scan
        while true {
            let current = scan
            let (next, batch) = try await NIOThreadPool.singleton.runIfActive {
                var next = current
                let batch = try next.nextBatch()
                return (next, batch)
            }
            guard let batch else { return }
            scan = next
            for item in batch { try await send(item) }
            try Task.checkCancellation()
        }
    }

    private static func follow(
        _ records: AsyncStream<HostContract.AuditRecord>, after last: Int, _ filter: AuditFilter,
        _ send: (HostContract.ReadAuditReply) async throws -> Void
    ) async throws {
        var (last, lastTime) = (last, String?.none)
        for await record in records where record.sequence > last {
            let missing = record.sequence - last - 1
            if missing > 0 {
                let gap = HostContract.AuditGap(
                    reason: .lost, count: missing, after: lastTime, before: record.time)
                try await send(HostContract.ReadAuditReply(gap: gap))
            }
            (last, lastTime) = (record.sequence, record.time)
            if filter.matches(record) { try await send(HostContract.ReadAuditReply(record: record)) }
        }
    }

    /// Converts a time to the format of the records.
    private static func time(_ text: String?, _ parameter: String) throws -> String? {
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text, allowsLeapSecond: true) else {
            throw ServiceError.invalidParameter(parameter: parameter)
        }
        return time.rfc3339(fractionDigits: 6)
    }
}
