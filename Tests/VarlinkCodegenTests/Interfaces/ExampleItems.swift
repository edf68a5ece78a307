public import Varlink

/// An implementation of `org.example.items` in memory, for tests of the generated code.
public actor ExampleItems: ItemsService {
    private var items: [ItemsContract.Item] = []

    /// Creates an empty list.
    public init() {}

    /// Adds an item, up to a limit of three items.
    public func add(title: String, count: Int, context: CallContext) async throws -> ItemsContract.AddReply {
        guard items.count < 3 else { throw ItemsError.storageFull }
        let item = ItemsContract.Item(id: "\(items.count)", title: title, count: count, kind: .plain)
        items.append(item)
        return ItemsContract.AddReply(item: item)
    }

    /// Sends one reply for each item whose title begins with the filter, or one reply without an item.
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

    /// Returns the number of items; with 'more', sends a higher number first.
    public func count(
        replies: ReplyWriter<ItemsContract.CountReply>,
        context: CallContext
    ) async throws -> ItemsContract.CountReply {
        if context.more { try await replies.send(ItemsContract.CountReply(count: items.count + 1)) }
        return ItemsContract.CountReply(count: items.count)
    }

    /// Throws an error with parameters.
    public func clear(context: CallContext) async throws -> ItemsContract.ClearReply {
        throw ItemsError.noSuchItem(id: "all")
    }
}
