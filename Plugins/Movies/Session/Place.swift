/// A place where a session is, or that it can go back to.
struct Place: Sendable, Hashable {
    /// What is shown there.
    enum Scene: Sendable, Hashable {
        /// One of the lists.
        case list(TitleList)

        /// The results of a search.
        case search

        /// The details of a title.
        case details

        /// Queries that were made before.
        case suggestions
    }

    /// How far a list was told.
    struct Extent: Sendable, Hashable {
        /// The page that was told last.
        var page: Int

        /// How many pages there are.
        var pages: Int

        /// How many there are in all.
        var total: Int
    }

    /// What is shown there.
    var scene: Scene

    /// The query of the search, the name of the title, or what the suggestions begin with.
    var about: String?

    /// How far the list was told; nil where there is none.
    var extent: Extent?
}

/// A list of titles that is not searched for.
enum TitleList: String, Sendable, Hashable, CaseIterable {
    /// What is watched much now.
    case home

    /// What will be released.
    case upcoming

    /// What the user saved.
    case saved
}
