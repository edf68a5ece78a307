import Trellis

/// What a session of Movies is made of: one for each connection.
enum MoviesScene {
    /// What the plugin hands to its sessions, and all that they see of it: not the sources, not the servers, not the
    /// caches.
    struct Dependencies: Sendable {
        /// Searching, and details.
        var titles: any MovieRepository

        /// What users keep.
        var users: any UserStore

        /// The list of what is watched much now.
        var home: HomeTitles

        /// The list of what will be released.
        var upcoming: UpcomingTitles

        /// The lists of what users saved.
        var saved: SavedTitles

        /// Posters.
        var posters: TitlePosters

        /// Where the titles come from.
        var about: SourceDescription

        /// A logger.
        var logger: Logger

        init(
            titles: any MovieRepository, users: any UserStore, home: HomeTitles, upcoming: UpcomingTitles,
            saved: SavedTitles,
            posters: TitlePosters, source: any MovieSource, plugin: PluginEnvironment
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

    /// Where the titles come from.
    struct SourceDescription: Sendable, Hashable {
        /// The source.
        var origin: TitleID.Origin

        /// What has to be shown to whoever uses what comes from there.
        var notice: String
    }

    /// The rights to open each of the scenes.
    ///
    /// The coordinator alone has them.
    struct Rights: Sendable {
        /// Results of a search.
        var search: Scene<SearchRequest, SceneController<SearchModel>>

        /// A list.
        var list: Scene<ListRequest, SceneController<ListModel>>

        /// The details of a title.
        var details: Scene<TitleID, SceneController<DetailsModel>>

        /// Suggestions.
        var suggestions: Scene<SuggestionsRequest, SceneController<SuggestionsModel>>
    }

    /// Declares a session.
    ///
    /// - Parameter session: The blueprint of the session, under the plugin's, which provides the ``Dependencies``.
    static func assemble(_ session: inout Blueprint) {
        session.provide(MovieUser.init(client:))
        session.place(SearchRequest.self, SearchModel.self) { scene in
            scene.provide(SearchEnvironment.init(dependencies:user:))
            scene.provide(SearchActions.init(coordinator:))
            scene.provide(SearchModel.init(request:environment:actions:))
        }
        session.place(ListRequest.self, ListModel.self) { scene in
            scene.provide(ListEnvironment.init(request:dependencies:user:))
            scene.provide(ListActions.init(coordinator:))
            scene.provide(ListModel.init(request:environment:actions:))
        }
        session.place(TitleID.self, DetailsModel.self) { scene in
            scene.provide(DetailsEnvironment.init(dependencies:user:))
            scene.provide(DetailsModel.init(id:environment:))
        }
        session.place(SuggestionsRequest.self, SuggestionsModel.self) { scene in
            scene.provide(SuggestionsEnvironment.init(dependencies:user:))
            scene.provide(SuggestionsActions.init(coordinator:))
            scene.provide(SuggestionsModel.init(request:environment:actions:))
        }
        session.provide(Rights.init(search:list:details:suggestions:))
        session.provide(MoviesCoordinator.init(scenes:_:))
        session.serve(MoviesInterface.init(coordinator:dependencies:user:))
    }
}
