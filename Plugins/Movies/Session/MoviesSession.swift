import Trellis

/// The blueprint of the session of a connection.
///
/// The files of this folder form layers, each of which uses only the layers before it: values, environments and
/// actions, models, ``MoviesCoordinator`` with its navigation stack, and this type.
enum MoviesSession {
    /// Declares a session.
    ///
    /// The session is isolated: of the plugin, it sees only ``SessionDependencies``. It divides them: each environment
    /// receives one use case. Each scene is isolated, too: it sees only its arguments, its environment and its actions.
    ///
    /// - Parameter session: The blueprint of the session.
    static func assemble(_ session: inout Blueprint) {
        session.inputs(SessionDependencies.self)
        session.provide(MovieUser.init(client:))
        assembleEnvironments(&session)
        session.provide(SearchActions.init(coordinator:))
        session.scene(SearchRequest.self, SearchModel.self) { scene in
            scene.inputs(SearchEnvironment.self, SearchActions.self)
            scene.provide(SearchModel.init(request:environment:actions:))
        }
        session.provide(ListActions.init(coordinator:))
        session.scene(ListRequest.self, ListModel.self) { scene in
            scene.inputs(ListEnvironment.self, ListActions.self)
            scene.provide(ListModel.init(request:environment:actions:))
        }
        session.scene(TitleID.self, DetailsModel.self) { scene in
            scene.inputs(DetailsEnvironment.self)
            scene.provide(DetailsModel.init(id:environment:))
        }
        session.provide(SuggestionsActions.init(coordinator:))
        session.scene(SuggestionsRequest.self, SuggestionsModel.self) { scene in
            scene.inputs(SuggestionsEnvironment.self, SuggestionsActions.self)
            scene.provide(SuggestionsModel.init(request:environment:actions:))
        }
        session.scene(WatchRequest.self, SavedTitleWatch.self) { scene in
            scene.inputs(SavedTitleWatch.Environment.self)
            scene.provide(SavedTitleWatch.init(request:environment:))
        }
        session.provide(SessionScenes.init(search:list:details:suggestions:))
        session.provide({ () in MoviesStack() })
        session.provide(MoviesCoordinator.init(scenes:stack:_:))
        session.serve {
            (
                coordinator: MoviesCoordinator, stack: MoviesStack, watches: Scene<WatchRequest, SavedTitleWatch>,
                dependencies: SessionDependencies, user: MovieUser
            ) in
            MoviesInterface(
                coordinator: coordinator, stack: stack, watches: watches, savedTitles: dependencies.saved,
                queries: dependencies.suggestions, posters: dependencies.posters, source: dependencies.about,
                user: user)
        }
    }

    /// Declares the environments of the scenes, each with the use case that its scene needs.
    private static func assembleEnvironments(_ session: inout Blueprint) {
        session.provide { (dependencies: SessionDependencies, user: MovieUser) in
            SearchEnvironment(titles: dependencies.search, user: user)
        }
        session.provide { (dependencies: SessionDependencies, user: MovieUser) in
            ListEnvironment(lists: dependencies.lists, user: user)
        }
        session.provide { (dependencies: SessionDependencies, user: MovieUser) in
            DetailsEnvironment(titles: dependencies.show, user: user)
        }
        session.provide { (dependencies: SessionDependencies, user: MovieUser) in
            SuggestionsEnvironment(queries: dependencies.suggestions, user: user)
        }
        session.provide { (dependencies: SessionDependencies, user: MovieUser) in
            dependencies.watch.environment(of: user)
        }
    }
}
