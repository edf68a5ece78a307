/// A link to a page of a listing.
struct PageLink: Sendable, Hashable {
    /// The URL, as GitHub names it: nothing takes it apart.
    let url: String
}

/// One page of a listing.
struct Page<Element: Sendable>: Sendable {
    /// What is on it.
    var elements: [Element]

    /// The page itself; nil when its URL is unknown.
    var link: PageLink?

    /// The next page; nil when this is the last.
    var next: PageLink?
}

extension Page: Equatable where Element: Equatable {}
