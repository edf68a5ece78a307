/// A link to a page of a listing.
struct PageLink: Sendable, Hashable {
    /// The URL that GitHub returned.
    let url: String
}

/// One page of a listing.
struct Page<Element: Sendable>: Sendable {
    /// The elements of the page, in the order in which GitHub returned them.
    var elements: [Element]

    /// The link to this page; nil when its URL is unknown.
    var link: PageLink?

    /// The link to the next page; nil on the last page.
    var next: PageLink?
}

extension Page: Equatable where Element: Equatable {}
