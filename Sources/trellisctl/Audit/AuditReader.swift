import Varlink

/// Reads the records of calls.
struct AuditReader: Sendable {
    /// Which records.
    let query: AuditQuery

    /// Reads the records that there are, then, if that is asked for, those that come.
    ///
    /// - Parameters:
    ///   - follow: Whether to wait for more.
    ///   - take: Gets every record, the oldest first.
    /// - Throws: ``CommandFailure``; what `take` throws.
    func read(follow: Bool, take: (AuditRecord) async throws -> Void) async throws {
        let place = try await readPast(take: take)
        guard follow else { return }
        let behind = place.map { ["--after-cursor=\($0)"] } ?? []
        try await JournalReader().read(query.arguments(["--follow", "--no-tail"] + behind)) { entry in
            if let record = AuditRecord(entry: entry), query.matches(record) { try await take(record) }
            return true
        }
    }

    /// Reads the records that there are.
    ///
    /// - Returns: The place of the newest record in the journal, whether it is asked for or not: behind it is what
    ///   comes.
    private func readPast(take: (AuditRecord) async throws -> Void) async throws -> String? {
        var newest: String?
        var count = 0
        // The newest ones are found from the end of the journal, and told the other way round.
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
                line: "trellisctl: these are your own daemon's records; you may not read those of the system's")
        }
        return newest
    }
}
