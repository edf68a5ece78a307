import Foundation
import Trellis

/// The methods of `io.trellis.Items`.
struct ItemsInterface: ItemsService {
    private let reader: any ItemReader
    private let writer: any ItemWriter
    private let watches: Scene<ItemWatchRequest, ItemWatch>
    private let exporter: ItemExporter

    init(
        reader: any ItemReader, writer: any ItemWriter, watches: Scene<ItemWatchRequest, ItemWatch>,
        exporter: ItemExporter
    ) {
        self.reader = reader
        self.writer = writer
        self.watches = watches
        self.exporter = exporter
    }

    func add(title: String, count: Int, context: CallContext) async throws -> ItemsContract.AddReply {
        ItemsContract.AddReply(item: .init(try await writer.add(title: title, count: count)))
    }

    func addMany(
        items: [ItemsContract.NewItem], context: CallContext
    ) async throws -> ItemsContract.AddManyReply {
        let items = items.map { NewItem(title: $0.title, count: $0.count) }
        return ItemsContract.AddManyReply(items: try await writer.add(items).map { .init($0) })
    }

    func get(id: String, stale: Bool?, context: CallContext) async throws -> ItemsContract.GetReply {
        let (id, source) = (try identifier(id), ItemSource(reader, isStale: stale))
        let asOf = try await source.asOf()
        return ItemsContract.GetReply(item: .init(try await source.reader.item(id)), asOf: asOf)
    }

    func list(
        filter: String?, limit: Int?, after: String?, stale: Bool?, replies: ReplyWriter<ItemsContract.ListReply>,
        context: CallContext
    ) async throws -> ItemsContract.ListReply {
        if let limit, limit < 0 { throw ServiceError.invalidParameter(parameter: "limit") }
        let source = ItemSource(reader, isStale: stale)
        let asOf = try await source.asOf()
        let start: Int? = if let after { try await source.reader.position(of: try identifier(after)) } else { nil }
        return try await replies.sendListing(ifEmpty: .init(item: nil, asOf: asOf)) { send in
            var rest = limit ?? .max
            var position = start
            var mark = asOf
            while rest > 0 {
                let limit = min(rest, ItemPage.defaultSize)
                let page = try await source.reader.page(after: position, filter: filter, limit: limit)
                for item in page.items {
                    try await send(.init(item: .init(item), asOf: mark))
                    mark = nil
                }
                guard page.items.count == limit else { break }
                position = page.last
                rest -= limit
            }
        }
    }

    func update(
        id: String, title: String?, count: Int?, expectedRevision: Int?, context: CallContext
    ) async throws -> ItemsContract.UpdateReply {
        let id = try identifier(id)
        let item = try await writer.update(id, title: title, count: count, ifRevision: expectedRevision)
        return ItemsContract.UpdateReply(item: .init(item))
    }

    func delete(id: String, expectedRevision: Int?, context: CallContext) async throws -> ItemsContract.DeleteReply {
        try await writer.delete(try identifier(id), ifRevision: expectedRevision)
        return ItemsContract.DeleteReply()
    }

    func deleteMany(ids: [String], context: CallContext) async throws -> ItemsContract.DeleteManyReply {
        try ItemBatch.validate(count: ids.count)
        let ids = try ids.map { try identifier($0) }
        return ItemsContract.DeleteManyReply(deleted: try await writer.delete(ids))
    }

    func watch(
        since: Int?, stale: Bool?, replies: ReplyWriter<ItemsContract.WatchReply>, context: CallContext
    ) async throws -> ItemsContract.WatchReply {
        let asOf = try await ItemSource(reader, isStale: stale).asOf()
        try await watches.open(ItemWatchRequest(since: since, isStale: stale ?? false)) { watch in
            var mark = asOf
            try await watch.run {
                try await replies.send(ItemsContract.WatchReply($0, asOf: mark))
                mark = nil
            }
        }
        // A watch returns only when the store has closed, because the plugin stops.
        throw CancellationError()
    }

    func export(
        replies: ReplyWriter<ItemsContract.ExportReply>, context: CallContext
    ) async throws -> ItemsContract.ExportReply {
        try await replies.sendListing(ifEmpty: .init(item: nil)) { send in
            try await exporter.run { try await send(.init(item: .init($0))) }
        }
    }

    func `import`(
        items: [ItemsContract.ItemRecord], replace: Bool?, context: CallContext
    ) async throws -> ItemsContract.ImportReply {
        try ItemBatch.validate(count: items.count)
        let records = try ItemBatch.map(items) { try ItemRecord($0) }
        let counts = try await writer.importItems(records, replacing: replace ?? false)
        return ItemsContract.ImportReply(added: counts.added, replaced: counts.replaced, kept: counts.kept)
    }

    /// Parses an identifier; malformed text causes the same error as an unknown identifier.
    private func identifier(_ text: String) throws(ItemsError) -> UUID {
        guard let id = UUID(text: text) else { throw .noSuchItem(id: text) }
        return id
    }
}
