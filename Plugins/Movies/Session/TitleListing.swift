import Foundation

/// A page of titles with their numbers in the session.
struct TitleListing: Sendable, Hashable {
    /// A title of the page.
    struct Row: Sendable, Hashable {
        /// The number of the title in the session.
        var number: Int

        /// The title, as the source lists it.
        var title: Title

        /// The time at which the user saved the title; nil except in the list of saved titles.
        var saved: Date?
    }

    /// The numbered titles of the page.
    var rows: [Row]

    /// The position in the list after this page.
    var pagination: Pagination

    /// The time at which a cached answer was fetched; nil when the answer is current.
    var fetched: Date?
}

extension TitleListing {
    /// Numbers the titles of a page; the numbers continue those of the preceding pages.
    init(_ answer: Answer<TitlePage>) {
        let page = answer.value
        let before = (page.page - 1) * TitlePage.size
        self.init(
            rows: page.titles.enumerated().map { Row(number: before + $0.offset + 1, title: $0.element) },
            pagination: Pagination(page: page.page, pages: page.pages, total: page.total), fetched: answer.fetched)
    }

    /// Numbers the saved titles, which form a single page.
    init(_ saved: [SavedTitle]) {
        self.init(
            rows: saved.enumerated().map {
                Row(number: $0.offset + 1, title: $0.element.title, saved: $0.element.time)
            },
            pagination: Pagination(page: 1, pages: saved.isEmpty ? 0 : 1, total: saved.count))
    }

    /// Creates the empty listing after the last page.
    init(after pagination: Pagination?) {
        self.init(rows: [], pagination: pagination ?? Pagination(page: 1, pages: 0, total: 0))
    }
}
