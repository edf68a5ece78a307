import Trellis

/// The part of the plugin that a session can use; sources, servers and caches are private to the plugin.
struct SessionDependencies: Sendable {
    /// The description of the source, for the method `About`.
    struct SourceDescription: Sendable, Hashable {
        /// The source of the titles.
        var origin: TitleID.Origin

        /// The notice that the source requires its users to show.
        var notice: String
    }

    /// The repository for searches and details.
    var titles: any MovieRepository

    /// The store of saved titles and queries.
    var users: any UserStore

    /// The use case of the list of popular titles.
    var home: HomeTitles

    /// The use case of the list of upcoming titles.
    var upcoming: UpcomingTitles

    /// The use case of the list of saved titles.
    var saved: SavedTitles

    /// The use case of posters.
    var posters: TitlePosters

    /// The description of the source.
    var about: SourceDescription

    /// The plugin's logger.
    var logger: Logger

    init(
        titles: any MovieRepository, users: any UserStore, home: HomeTitles, upcoming: UpcomingTitles,
        saved: SavedTitles, posters: TitlePosters, source: any MovieSource, plugin: PluginEnvironment
    ) {
        self.titles = titles
        self.users = users
        self.home = home
        self.upcoming = upcoming
        self.saved = saved
        self.posters = posters
        about = SourceDescription(origin: source.origin, notice: source.notice)
        logger = plugin.logger
    }
}
