import Foundation

/// A page of titles, with the numbers that they have in the session.
struct TitleListing: Sendable, Hashable {
    /// A title of the page.
    struct Row: Sendable, Hashable {
        /// Its number in the session.
        var number: Int

        /// The title.
        var title: Title

        /// When it was saved, in the list of what is.
        var saved: Date?
    }

    /// The titles.
    var rows: [Row]

    /// How far the list is told with them.
    var extent: Place.Extent

    /// When the answer was fetched, if the source is away and this is what it said before.
    var fetched: Date?
}

extension TitleListing {
    /// Numbers the titles of a page: as if all pages before it had been told.
    init(_ answer: Answer<TitlePage>) {
        let page = answer.value
        let before = (page.page - 1) * TitlePage.size
        self.init(
            rows: page.titles.enumerated().map { Row(number: before + $0.offset + 1, title: $0.element) },
            extent: Place.Extent(page: page.page, pages: page.pages, total: page.total), fetched: answer.fetched)
    }

    /// Numbers what is saved: all of it is one page.
    init(_ saved: [SavedTitle]) {
        self.init(
            rows: saved.enumerated().map {
                Row(number: $0.offset + 1, title: $0.element.title, saved: $0.element.time)
            },
            extent: Place.Extent(page: 1, pages: saved.isEmpty ? 0 : 1, total: saved.count))
    }

    /// What comes after the last page: nothing.
    init(after extent: Place.Extent?) {
        self.init(rows: [], extent: extent ?? Place.Extent(page: 1, pages: 0, total: 0))
    }
}

/// The titles that a place has told, by their numbers.
struct NumberedTitles: Sendable {
    private var titles: [Int: TitleID] = [:]

    /// How far the list was told; nil before anything was.
    private(set) var extent: Place.Extent?

    /// Takes note of what was told.
    mutating func add(_ listing: TitleListing) {
        for row in listing.rows { titles[row.number] = row.title.id }
        extent = listing.extent
    }

    /// The title that has a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)``.
    func title(_ number: Int) throws(SessionError) -> TitleID {
        guard let id = titles[number] else { throw .noSuchNumber(number, highest: titles.keys.max() ?? 0) }
        return id
    }

    /// The number of the next page; nil after the last.
    var nextPage: Int? {
        guard let extent, extent.page < extent.pages else { return nil }
        return extent.page + 1
    }
}
