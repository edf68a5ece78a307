import Varlink

/// The implementation of the interface of the benchmarks.
struct BenchmarkInterface: BenchmarkService {
    /// The changes that Watch sends.
    let changes: ChangeLog

    private static let item = BenchmarkContract.Item(
        id: "5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c11", title: "Green tea", count: 3,
        created: "2026-11-21T08:00:00.000Z", modified: "2026-11-21T08:00:00.000Z")

    func get(id: String, context: CallContext) async throws -> BenchmarkContract.GetReply {
        var item = Self.item
        item.id = id
        return BenchmarkContract.GetReply(item: item)
    }

    func watch(
        replies: ReplyWriter<BenchmarkContract.WatchReply>, context: CallContext
    ) async throws -> BenchmarkContract.WatchReply {
        try await replies.send(BenchmarkContract.WatchReply(item: nil, revision: nil))
        await changes.join()
        for revision in 1..<changes.count {
            try await replies.send(BenchmarkContract.WatchReply(item: Self.item, revision: revision))
        }
        return BenchmarkContract.WatchReply(item: Self.item, revision: changes.count)
    }
}
