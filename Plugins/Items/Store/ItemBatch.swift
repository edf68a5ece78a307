package import struct Foundation.UUID

/// Items that are changed in one transaction.
public enum ItemBatch {
    /// The maximum number of items of a batch.
    ///
    /// This limit bounds the time for which a batch delays other changes. A batch of items with the longest titles also
    /// fits into one message of the daemon's default size.
    public static let maximumSize = 500

    /// Rejects a batch that is too large.
    ///
    /// - Parameter count: The number of items in the batch.
    /// - Throws: ``ItemStoreError/tooManyItems(count:limit:)`` when the batch is too large.
    package static func validate(count: Int) throws(ItemStoreError) {
        guard count <= maximumSize else { throw .tooManyItems(count: count, limit: maximumSize) }
    }

    /// Returns the identifiers in the same order, each once.
    package static func unique(_ ids: [UUID]) -> [UUID] {
        var seen: Set<UUID> = []
        return ids.filter { seen.insert($0).inserted }
    }

    /// Transforms each element; the error for an invalid element contains the index of that element.
    ///
    /// - Parameters:
    ///   - elements: The elements of the batch.
    ///   - transform: Transforms an element.
    /// - Returns: The results, in the same order.
    /// - Throws: The error of `transform`. An error that reports an invalid element contains the index of that element.
    package static func map<Element, Result>(
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
