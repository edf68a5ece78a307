/// The items as they were at one moment.
public protocol ItemSnapshot: Sendable {
    /// The revision of the last change before that moment; 0 when there was none.
    var revision: Int { get }

    /// How many items there are.
    var count: Int { get }

    /// Some of the items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: Only items after this position; nil to start.
    ///   - limit: At most this many.
    /// - Returns: The page; empty when there are no more.
    /// - Throws: What keeps the store from reading.
    func page(after position: Int?, limit: Int) async throws -> ItemPage
}
