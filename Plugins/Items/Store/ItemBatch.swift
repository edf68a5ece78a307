/// Several items that are changed in one step.
public enum ItemBatch {
    /// How many items a batch may have.
    ///
    /// A step keeps every other change waiting until it is on disk. As many items with the longest titles also fit into
    /// one message of the daemon's default size.
    public static let maximumSize = 500

    /// Refuses a batch that is too large.
    ///
    /// - Parameter count: How many items it has.
    /// - Throws: ``ItemStoreError/tooManyItems(count:limit:)``.
    static func require(_ count: Int) throws(ItemStoreError) {
        guard count <= maximumSize else { throw .tooManyItems(count: count, limit: maximumSize) }
    }

    /// Makes something of each element, and says of an error which element it is of.
    ///
    /// - Parameters:
    ///   - elements: The elements of the batch.
    ///   - transform: What is made of each.
    /// - Returns: What was made of them, in their order.
    /// - Throws: What `transform` throws, with the index of the element where it is about an invalid one.
    static func map<Element, Result>(
        _ elements: [Element], _ transform: (Element) throws -> Result
    ) throws -> [Result] {
        try elements.enumerated().map { index, element in
            do {
                return try transform(element)
            } catch ItemStoreError.invalid(let field, let reason, nil) {
                throw ItemStoreError.invalid(field: field, reason: reason, index: index)
            }
        }
    }
}
