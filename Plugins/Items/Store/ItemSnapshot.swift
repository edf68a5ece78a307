/// The items at one moment.
public protocol ItemSnapshot: Sendable {
    /// Returns a page of items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: The position after which the page starts; nil for the first page.
    ///   - limit: The maximum number of items.
    /// - Returns: The page; empty when there are no more items.
    /// - Throws: An error when the storage fails.
    func page(after position: Int?, limit: Int) async throws -> ItemPage
}
