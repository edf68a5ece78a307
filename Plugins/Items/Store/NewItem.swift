/// An item to add.
public struct NewItem: Sendable, Hashable {
    /// The title: 1 to 1,024 bytes of UTF-8.
    public var title: String

    /// The count: 0 or more.
    public var count: Int

    /// Creates an item to add, which the store validates.
    ///
    /// - Parameters:
    ///   - title: The title: 1 to 1,024 bytes of UTF-8.
    ///   - count: The count: 0 or more.
    public init(title: String, count: Int) {
        self.title = title
        self.count = count
    }
}
