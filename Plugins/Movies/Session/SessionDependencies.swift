/// The part of the plugin that a session can use: the only input of its scope.
struct SessionDependencies: Sendable {
    /// The description of the source, for the method `About`.
    struct SourceDescription: Sendable, Hashable {
        /// The source of the titles.
        var origin: TitleID.Origin

        /// The notice that the source requires its users to show.
        var notice: String
    }

    /// The use case of a search.
    var search: SearchTitles

    /// The use case of the lists of titles.
    var lists: ListTitles

    /// The use case of the details of a title.
    var show: ShowTitle

    /// The use case of saving titles.
    var saved: SavedTitles

    /// The use case of a watch of the saved titles.
    var watch: WatchSavedTitles

    /// The use case of suggestions.
    var suggestions: SuggestQueries

    /// The use case of posters.
    var posters: TitlePosters

    /// The description of the source.
    var about: SourceDescription
}

extension SessionDependencies.SourceDescription {
    /// Creates the description of a source.
    init(source: any MovieSource) {
        self.init(origin: source.origin, notice: source.notice)
    }
}
