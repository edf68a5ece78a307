import Items
import Summaries
import Trellis

/// Summarizes the list of Items.
struct ItemSummarizer: Sendable {
    private static let pageSize = 256

    let items: any ItemReader
    let clock: WallClock

    /// Reads the list.
    ///
    /// Items that change while the list is read are among the changes of the next summary.
    ///
    /// - Parameters:
    ///   - previous: The summary before; nil if there is none.
    ///   - host: The name of this host; nil without a cluster.
    /// - Returns: The summary, whose number follows that of the summary before.
    /// - Throws: The error of the store of the items.
    func summary(after previous: Summary?, by host: String?) async throws -> Summary {
        let revision = try await items.revision()
        var summary = Summary(
            number: Self.sum(previous?.number ?? 0, 1), time: clock.now(), host: host, items: 0, total: 0,
            revision: revision, changes: nil)
        // Without a copy of a common list, the hosts have lists of their own.
        if let previous, previous.host == host || items.copy != nil {
            summary.changes = try await changes(after: previous.revision, upTo: revision)
        }
        let snapshot = try await items.snapshot()
        var position: Int?
        while case let page = try await snapshot.page(after: position, limit: Self.pageSize), !page.items.isEmpty {
            summary.items += page.items.count
            summary.total = page.items.reduce(summary.total) { Self.sum($0, $1.count) }
            position = page.last
        }
        return summary
    }

    /// Adds integers that clients or a store supply; a sum beyond the range is the largest or smallest integer.
    private static func sum(_ first: Int, _ second: Int) -> Int {
        let (sum, isOverflow) = first.addingReportingOverflow(second)
        return isOverflow ? (second > 0 ? .max : .min) : sum
    }

    /// Counts the changes between two revisions; nil if Items has pruned them.
    private func changes(after first: Int, upTo last: Int) async throws -> Summary.Changes? {
        var changes = Summary.Changes()
        var revision = first
        do {
            while revision < last {
                let page = try await items.changes(since: revision, limit: Self.pageSize)
                guard let end = page.last?.revision else { break }
                for change in page where change.revision <= last {
                    switch change.kind {
                    case .added: changes.added += 1
                    case .updated: changes.updated += 1
                    case .deleted: changes.deleted += 1
                    }
                }
                revision = end
            }
            // A list that was replaced by an older one has not reached the revision.
            return first <= last ? changes : nil
        } catch ItemStoreError.historyUnavailable {
            return nil
        }
    }
}
