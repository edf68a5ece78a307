import Trellis

/// The blueprint of the session of a connection.
///
/// The files of this folder form layers, each of which uses only the layers before it: values, environments and
/// actions, models, ``SceneController``, ``MoviesCoordinator`` with its navigation stack, and this type.
enum MoviesSession {
    /// Declares a session.
    ///
    /// The session is isolated: of the plugin, it sees only ``SessionDependencies``. A scene sees these, the user, and the
    /// coordinator if it has actions. The model of a scene receives only its environment and its actions.
    ///
    /// - Parameter session: The blueprint of the session.
    static func assemble(_ session: inout Blueprint) {
        session.inputs(SessionDependencies.self)
        session.provide(MovieUser.init(client:))
        session.controlledScene(SearchRequest.self, SearchModel.self) { scene in
            scene.inputs(SessionDependencies.self, MovieUser.self, Lazy<MoviesCoordinator>.self)
            scene.provide(SearchEnvironment.init(dependencies:user:))
            scene.provide(SearchActions.init(coordinator:))
            scene.provide(SearchModel.init(request:environment:actions:))
        }
        session.controlledScene(ListRequest.self, ListModel.self) { scene in
            scene.inputs(SessionDependencies.self, MovieUser.self, Lazy<MoviesCoordinator>.self)
            scene.provide(ListEnvironment.init(request:dependencies:user:))
            scene.provide(ListActions.init(coordinator:))
            scene.provide(ListModel.init(request:environment:actions:))
        }
        session.controlledScene(TitleID.self, DetailsModel.self) { scene in
            scene.inputs(SessionDependencies.self, MovieUser.self)
            scene.provide(DetailsEnvironment.init(dependencies:user:))
            scene.provide(DetailsModel.init(id:environment:))
        }
        session.controlledScene(SuggestionsRequest.self, SuggestionsModel.self) { scene in
            scene.inputs(SessionDependencies.self, MovieUser.self, Lazy<MoviesCoordinator>.self)
            scene.provide(SuggestionsEnvironment.init(dependencies:user:))
            scene.provide(SuggestionsActions.init(coordinator:))
            scene.provide(SuggestionsModel.init(request:environment:actions:))
        }
        session.scene(WatchRequest.self, SavedTitleWatch.self) { scene in
            scene.inputs(SessionDependencies.self, MovieUser.self)
            scene.provide(SavedTitleWatch.Environment.init(dependencies:user:))
            scene.provide(SavedTitleWatch.init(request:environment:))
        }
        session.provide(SessionScenes.init(search:list:details:suggestions:))
        session.provide({ () in MoviesStack() })
        session.provide(MoviesCoordinator.init(scenes:stack:_:))
        session.serve(MoviesInterface.init(coordinator:stack:watches:dependencies:user:))
    }
}
