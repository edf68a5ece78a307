/// An item to add.
public struct NewItem: Sendable, Hashable {
    /// What it is called: 1 to 1,024 bytes of UTF-8.
    public var title: String

    /// How many there are of it: 0 or more.
    public var count: Int

    /// Creates the value; the store that gets it says whether it can be.
    ///
    /// - Parameters:
    ///   - title: What it is called.
    ///   - count: How many there are of it.
    public init(title: String, count: Int) {
        self.title = title
        self.count = count
    }
}
