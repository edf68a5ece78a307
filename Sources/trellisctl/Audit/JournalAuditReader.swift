import Varlink

/// Reads audit records from the journal.
struct JournalAuditReader: Sendable {
    /// The selection of records.
    let query: AuditQuery

    /// Reads the existing records and, if requested, new ones.
    ///
    /// - Parameters:
    ///   - follow: Whether to wait for new records.
    ///   - take: Receives each record, the oldest first.
    /// - Throws: ``CommandFailure`` when the journal cannot be read; the error of `take`.
    func read(follow: Bool, take: (AuditRecord) async throws -> Void) async throws {
        let cursor = try await readPast(take: take)
        guard follow else { return }
        let start = cursor.map { ["--after-cursor=\($0)"] } ?? []
        try await JournalReader().read(query.arguments(["--follow", "--no-tail"] + start)) { entry in
            if let record = AuditRecord(entry: entry), query.matches(record) { try await take(record) }
            return true
        }
    }

    /// Reads the records that already exist.
    ///
    /// - Returns: The cursor of the newest record, even if the query does not select it. New records follow it.
    private func readPast(take: (AuditRecord) async throws -> Void) async throws -> String? {
        var newest: String?
        var count = 0
        // With a limit, the journal is read from its end, so the records are found in reverse order.
        var found: [AuditRecord] = []
        let limit = query.limit
        let outcome = try await JournalReader().read(query.arguments(limit == nil ? [] : ["--reverse"])) { entry in
            guard let record = AuditRecord(entry: entry) else { return true }
            if limit == nil || newest == nil { newest = entry["__CURSOR"]?.stringValue }
            guard query.matches(record), limit != 0 else { return limit != 0 }
            count += 1
            guard let limit else {
                try await take(record)
                return true
            }
            found.append(record)
            return count < limit
        }
        for record in found.reversed() { try await take(record) }
        if outcome.isPartial {
            guard count > 0 else { throw CommandFailure.journalPermission }
            StandardError.write(
                line: "trellisctl: only the records of your own daemon are shown; "
                    + "you may not read those of the system's daemon")
        }
        return newest
    }
}
