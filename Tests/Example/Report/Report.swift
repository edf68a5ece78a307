import Notes

/// The report of the entries.
struct Report: Sendable {
    /// The reader that Notes exports.
    let entries: EntryReader

    /// Reads the number of entries, and the texts of the newest ones.
    func summarize(newest limit: Int = 3) async throws -> (count: Int, newest: [String]) {
        var (count, newest) = (0, [String]())
        while case let page = try await entries.entries(after: count, limit: 100), !page.isEmpty {
            count = page[page.count - 1].number
            newest = (newest + page.map(\.text)).suffix(limit)
        }
        return (count, newest.reversed())
    }
}
