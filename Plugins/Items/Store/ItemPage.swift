/// Some items, in the order in which they were added.
public struct ItemPage: Sendable, Hashable {
    /// The items.
    public var items: [Item]

    /// The position of the last item, from which the next page goes on; nil when this page is empty.
    public var last: Int?

    /// How many items are read at a time by whoever reads all of them.
    static let usualSize = 256

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - last: The position of the last one.
    public init(items: [Item], last: Int?) {
        self.items = items
        self.last = last
    }
}
