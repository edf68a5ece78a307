/// What became of the records of an import.
public struct ItemImportCounts: Sendable, Hashable {
    /// How many were added.
    public var added: Int

    /// How many were there, and were changed.
    public var replaced: Int

    /// How many were there, and stayed as they were.
    public var kept: Int

    /// Creates the counts.
    ///
    /// - Parameters:
    ///   - added: How many were added.
    ///   - replaced: How many were there, and were changed.
    ///   - kept: How many were there, and stayed as they were.
    public init(added: Int = 0, replaced: Int = 0, kept: Int = 0) {
        self.added = added
        self.replaced = replaced
        self.kept = kept
    }
}
