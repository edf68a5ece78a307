import Trellis

/// The blueprint of the session of a connection.
///
/// The files of this folder form layers, each of which uses only the layers before it: values, environments and
/// actions, models, ``SceneController``, ``MoviesCoordinator``, and this type.
enum MoviesSession {
    /// Declares a session.
    ///
    /// - Parameter session: The blueprint of the session. The plugin's blueprint provides ``SessionDependencies``.
    static func assemble(_ session: inout Blueprint) {
        session.provide(MovieUser.init(client:))
        session.controlledScene(SearchRequest.self, SearchModel.self) { scene in
            scene.provide(SearchEnvironment.init(dependencies:user:))
            scene.provide(SearchActions.init(coordinator:))
            scene.provide(SearchModel.init(request:environment:actions:))
        }
        session.controlledScene(ListRequest.self, ListModel.self) { scene in
            scene.provide(ListEnvironment.init(request:dependencies:user:))
            scene.provide(ListActions.init(coordinator:))
            scene.provide(ListModel.init(request:environment:actions:))
        }
        session.controlledScene(TitleID.self, DetailsModel.self) { scene in
            scene.provide(DetailsEnvironment.init(dependencies:user:))
            scene.provide(DetailsModel.init(id:environment:))
        }
        session.controlledScene(SuggestionsRequest.self, SuggestionsModel.self) { scene in
            scene.provide(SuggestionsEnvironment.init(dependencies:user:))
            scene.provide(SuggestionsActions.init(coordinator:))
            scene.provide(SuggestionsModel.init(request:environment:actions:))
        }
        session.provide(SessionScenes.init(search:list:details:suggestions:))
        session.provide(MoviesCoordinator.init(scenes:_:))
        session.serve(MoviesInterface.init(coordinator:dependencies:user:))
    }
}
