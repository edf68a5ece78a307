/// An item to add.
public struct NewItem: Sendable, Hashable {
    /// The title: 1 to 1,024 bytes of UTF-8.
    public var title: String

    /// The count: 0 or more.
    public var count: Int

    /// Creates a value, which the store validates.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - count: The count.
    public init(title: String, count: Int) {
        self.title = title
        self.count = count
    }
}
