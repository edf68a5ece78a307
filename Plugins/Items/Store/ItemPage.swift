/// A page of items, in the order in which they were added.
public struct ItemPage: Sendable, Hashable {
    /// The items of the page.
    public var items: [Item]

    /// The position of the last item, after which the next page starts; nil when this page is empty.
    public var last: Int?

    /// The page size of readers that read all items.
    ///
    /// A reader keeps its page while a client reads slowly, and the title of an item can have a kilobyte.
    static let defaultSize = 64

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: The items of the page.
    ///   - last: The position of the last item; nil when the page is empty.
    public init(items: [Item], last: Int?) {
        self.items = items
        self.last = last
    }
}
