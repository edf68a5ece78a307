/// The titles that a list has returned so far, by number.
struct NumberedTitles: Sendable {
    private var titles: [Int: TitleID] = [:]

    /// The position in the list after the last page that was added; nil before the first page is added.
    private(set) var pagination: Pagination?

    /// Adds the titles of a page.
    mutating func add(_ listing: TitleListing) {
        for row in listing.rows { titles[row.number] = row.title.id }
        pagination = listing.pagination
    }

    /// Returns the title with a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)`` when the number does not exist.
    func title(_ number: Int) throws(SessionError) -> TitleID {
        guard let id = titles[number] else { throw .noSuchNumber(number, highest: titles.keys.max() ?? 0) }
        return id
    }

    /// The number of the next page; nil after the last page.
    var nextPage: Int? {
        guard let pagination, pagination.page < pagination.pages else { return nil }
        return pagination.page + 1
    }
}
