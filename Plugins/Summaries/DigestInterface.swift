import Trellis

/// The methods of `io.trellis.Digest`.
struct DigestInterface: DigestService {
    typealias ContractError = DigestError

    let store: any SummaryStore

    /// The valid limits of a history.
    private static let limits = 1...1_000

    func show(context: CallContext) async throws -> DigestContract.ShowReply {
        guard let summary = try await store.newest(1).first else { throw DigestError.noSummary }
        return DigestContract.ShowReply(summary: .init(summary))
    }

    func history(
        limit: Int?, replies: ReplyWriter<DigestContract.HistoryReply>, context: CallContext
    ) async throws -> DigestContract.HistoryReply {
        let limit = limit ?? 20
        guard Self.limits.contains(limit) else { throw ServiceError.invalidParameter(parameter: "limit") }
        return try await replies.sendListing(ifEmpty: .init(summary: nil)) { send in
            for summary in try await store.newest(limit) { try await send(.init(summary: .init(summary))) }
        }
    }

    func contractError(for error: any Error) -> DigestError? {
        (error as? SummaryStoreError).map { .unavailable(reason: "\($0)") }
    }
}

extension DigestContract.Summary {
    /// Converts a summary of the store.
    init(_ summary: Summary) {
        self.init(
            number: summary.number, time: summary.time.rfc3339WithMilliseconds, host: summary.host,
            items: summary.items, total: summary.total, revision: summary.revision,
            changes: summary.changes.map { .init(added: $0.added, updated: $0.updated, deleted: $0.deleted) })
    }
}
