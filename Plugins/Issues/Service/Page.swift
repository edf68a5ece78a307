/// Where the next page of a listing is.
///
/// Only GitHub makes one.
struct PageLink: Sendable, Hashable {
    /// Its URL, which nobody takes apart.
    let url: String
}

/// One page of a listing.
struct Page<Element: Sendable>: Sendable {
    /// What is on it.
    var elements: [Element]

    /// The next page; nil when this is the last.
    var next: PageLink?
}

extension Page: Equatable where Element: Equatable {}
