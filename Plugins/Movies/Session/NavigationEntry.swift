/// An entry of a session's navigation stack.
struct NavigationEntry: Sendable, Hashable {
    /// The kind of a scene.
    enum Kind: Sendable, Hashable {
        /// A list of popular, upcoming or saved titles.
        case list(TitleList)

        /// The results of a search.
        case search

        /// The details of a title.
        case details

        /// Earlier queries of the user.
        case suggestions
    }

    /// The kind of the scene that is shown.
    var kind: Kind

    /// The query of a search, the name of a title, or the prefix of suggestions.
    var subject: String?

    /// The page that was loaded last; nil for a scene without a list, and before the first page.
    var pagination: Pagination?
}

/// The position in a list that is loaded page by page.
struct Pagination: Sendable, Hashable {
    /// The number of the page that was loaded last, from 1.
    var page: Int

    /// The number of pages.
    var pages: Int

    /// The number of elements on all pages.
    var total: Int
}

/// A list of titles that is not the result of a search.
enum TitleList: String, Sendable, Hashable, CaseIterable {
    /// Titles that are popular now.
    case home

    /// Titles that are not yet released.
    case upcoming

    /// Titles that the user saved.
    case saved
}
