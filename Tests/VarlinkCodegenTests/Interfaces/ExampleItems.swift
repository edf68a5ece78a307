public import Varlink

/// Serves `org.example.items` from memory, for tests of what is generated of it.
public actor ExampleItems: ItemsService {
    private var items: [ItemsContract.Item] = []

    /// Makes an empty list.
    public init() {}

    /// Adds an item, unless there are three.
    public func add(title: String, count: Int, context: CallContext) async throws -> ItemsContract.AddReply {
        guard items.count < 3 else { throw ItemsError.storageFull }
        let item = ItemsContract.Item(id: "\(items.count)", title: title, count: count, kind: .plain)
        items.append(item)
        return ItemsContract.AddReply(item: item)
    }

    /// Lists the items whose title begins with the filter: one reply for each, and one without an item for none.
    public func list(
        filter: String?,
        limit: Int?,
        replies: ReplyWriter<ItemsContract.ListReply>,
        context: CallContext
    ) async throws -> ItemsContract.ListReply {
        let found = items.filter { $0.title.hasPrefix(filter ?? "") }.prefix(limit ?? .max)
        for item in found.dropLast() { try await replies.send(ItemsContract.ListReply(item: item)) }
        return ItemsContract.ListReply(item: found.last)
    }

    /// Counts down to the number of items where several replies are wanted, and else just says it.
    public func count(
        replies: ReplyWriter<ItemsContract.CountReply>,
        context: CallContext
    ) async throws -> ItemsContract.CountReply {
        if context.more { try await replies.send(ItemsContract.CountReply(count: items.count + 1)) }
        return ItemsContract.CountReply(count: items.count)
    }

    /// Refuses, so that there is an error with parameters.
    public func clear(context: CallContext) async throws -> ItemsContract.ClearReply {
        throw ItemsError.noSuchItem(id: "all")
    }
}
