/// Opens a scene, as the parameter of an initializer.
///
/// ```swift
/// actor MoviesCoordinator {
///     let details: Scene<MovieID, MovieDetails>
///
///     init(details: Scene<MovieID, MovieDetails>) { self.details = details }
///
///     func show(_ id: MovieID) async throws -> Movie {
///         try await details.open(id) { model in try await model.load() }
///     }
/// }
/// ```
///
/// The scene opens under the scope that declares it with ``Blueprint/scene(_:_:file:line:_:)``, and closes with that
/// scope at the latest. It can't be opened while that scope is still being opened.
public struct Scene<Arguments: Sendable, Model: Sendable>: Sendable {
    /// The scope that declares the scene.
    let declarer: any ScopeContext
    /// The position of the scene among the blueprints that are nested in the declarer's blueprint.
    let index: Int
}
