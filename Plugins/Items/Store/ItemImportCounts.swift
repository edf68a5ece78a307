/// The outcome of an import.
public struct ItemImportCounts: Sendable, Hashable {
    /// The number of items that were added.
    public var added: Int

    /// The number of existing items that were replaced.
    public var replaced: Int

    /// The number of existing items that were left unchanged.
    public var kept: Int

    /// Creates the counts.
    ///
    /// - Parameters:
    ///   - added: The number of items that were added.
    ///   - replaced: The number of existing items that were replaced.
    ///   - kept: The number of existing items that were left unchanged.
    public init(added: Int = 0, replaced: Int = 0, kept: Int = 0) {
        self.added = added
        self.replaced = replaced
        self.kept = kept
    }

    package static func += (counts: inout Self, further: Self) {
        counts.added += further.added
        counts.replaced += further.replaced
        counts.kept += further.kept
    }
}
