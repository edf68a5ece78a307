/// The items as they were at one moment.
public protocol ItemSnapshot: Sendable {
    /// Some of the items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: Only items after this position; nil to start.
    ///   - limit: At most this many.
    /// - Returns: The page; empty when there are no more.
    /// - Throws: What keeps the store from reading.
    func page(after position: Int?, limit: Int) async throws -> ItemPage
}
