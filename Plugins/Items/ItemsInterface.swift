import Foundation
import Trellis

/// The commands of `io.trellis.Items`.
struct ItemsInterface: ItemsCommands {
    private let store: any ItemStore
    private let watches: Scene<WatchRequest, ItemWatch>

    init(store: any ItemStore, watches: Scene<WatchRequest, ItemWatch>) {
        self.store = store
        self.watches = watches
    }

    func add(title: String, count: Int, context: CallContext) async throws -> ItemsContract.AddReply {
        try await telling { ItemsContract.AddReply(item: .init(try await store.add(title: title, count: count))) }
    }

    func get(id: String, context: CallContext) async throws -> ItemsContract.GetReply {
        let id = try identifier(id)
        return try await telling { ItemsContract.GetReply(item: .init(try await store.item(id))) }
    }

    func list(
        filter: String?, limit: Int?, replies: ReplyWriter<ItemsContract.ListReply>, context: CallContext
    ) async throws -> ItemsContract.ListReply {
        if let limit, limit < 0 { throw ServiceError.invalidParameter(parameter: "limit") }
        var rest = limit ?? .max
        var position: Int?
        // One reply is held back, because the last one is sent without `continues`.
        var held: ItemsContract.ListReply?
        while rest > 0 {
            let page = try await store.page(after: position, filter: filter, limit: min(rest, ItemWatch.pageSize))
            guard let last = page.last else { break }
            for item in page.items {
                if let held { try await replies.send(held) }
                held = ItemsContract.ListReply(item: .init(item))
            }
            position = last
            rest -= page.items.count
        }
        return held ?? ItemsContract.ListReply(item: nil)
    }

    func update(
        id: String, title: String?, count: Int?, context: CallContext
    ) async throws -> ItemsContract.UpdateReply {
        let id = try identifier(id)
        return try await telling {
            ItemsContract.UpdateReply(item: .init(try await store.update(id, title: title, count: count)))
        }
    }

    func delete(id: String, context: CallContext) async throws -> ItemsContract.DeleteReply {
        let id = try identifier(id)
        return try await telling {
            try await store.delete(id)
            return ItemsContract.DeleteReply()
        }
    }

    func watch(
        since: Int?, replies: ReplyWriter<ItemsContract.WatchReply>, context: CallContext
    ) async throws -> ItemsContract.WatchReply {
        try await telling {
            try await watches.open(WatchRequest(since: since)) { watch in
                try await watch.run { try await replies.send(ItemsContract.WatchReply($0)) }
            }
        }
        // The list was closed under the watch: the plugin is stopping.
        throw CancellationError()
    }

    /// The identifier in a text; a text that is none is the identifier of no item.
    private func identifier(_ text: String) throws(ItemsError) -> UUID {
        guard let id = UUID(uuidString: text) else { throw .noSuchItem(id: text) }
        return id
    }

    /// Turns what the store refuses into the errors of the contract.
    private func telling<Reply>(_ body: () async throws -> Reply) async throws -> Reply {
        do {
            return try await body()
        } catch let error as ItemStoreError {
            throw ItemsError(error)
        }
    }
}
