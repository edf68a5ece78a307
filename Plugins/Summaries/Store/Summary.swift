public import struct Foundation.Date

/// A summary of Items.
public struct Summary: Sendable, Hashable {
    /// The numbers of changes of a list.
    public struct Changes: Sendable, Hashable, Codable {
        /// The number of added items.
        public var added: Int

        /// The number of updates.
        public var updated: Int

        /// The number of deleted items.
        public var deleted: Int

        /// Creates the numbers; by default none has changed.
        public init(added: Int = 0, updated: Int = 0, deleted: Int = 0) {
            (self.added, self.updated, self.deleted) = (added, updated, deleted)
        }
    }

    /// The number of the summary: 1 for the first one.
    public var number: Int

    /// The time of the summary, to the millisecond.
    public var time: Date

    /// The name of the host that wrote the summary; nil without a cluster.
    public var host: String?

    /// The number of items.
    public var items: Int

    /// The sum of the counts of all items.
    public var total: Int

    /// The revision of the list.
    public var revision: Int

    /// The changes since the summary before; nil if they are unknown.
    public var changes: Changes?

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - number: The number of the summary: 1 for the first one.
    ///   - time: The time of the summary.
    ///   - host: The name of the host that writes the summary; nil without a cluster.
    ///   - items: The number of items.
    ///   - total: The sum of the counts of all items.
    ///   - revision: The revision of the list.
    ///   - changes: The changes since the summary before; nil if they are unknown.
    public init(
        number: Int, time: Date, host: String?, items: Int, total: Int, revision: Int, changes: Changes?
    ) {
        (self.number, self.time, self.host) = (number, time, host)
        (self.items, self.total, self.revision, self.changes) = (items, total, revision, changes)
    }
}
