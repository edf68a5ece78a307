/// The right to open a scene, as the parameter of an initialiser.
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
/// The scene is opened under the scope that declares it by
/// ``Blueprint/scene(_:_:file:line:_:)``, and closed with it at the latest. A scene can't be opened while the scope
/// that declares it is still being built.
public struct Scene<Arguments: Sendable, Model: Sendable>: Sendable {
    let core: ScopeCore
    let index: Int

    /// Opens the scene, runs a body with its model, and closes it, whatever happens, under cancellation too.
    ///
    /// The body runs where the caller does.
    ///
    /// - Parameters:
    ///   - arguments: What the scene's bindings take by the type `Arguments`.
    ///   - body: What to do with the model. Don't keep the model: its scene is closed afterwards.
    /// - Returns: What the body returns.
    /// - Throws: ``OpeningError`` before the body runs; what the body throws; ``ClosingError`` when the scene did not
    ///   close well.
    nonisolated(nonsending) public func open<Result>(
        _ arguments: Arguments,
        _ body: nonisolated(nonsending) (Model) async throws -> Result
    ) async throws -> Result {
        let scene = try await open(arguments)
        return try await scene.core.closing {
            try await body(try scene.model)
        }
    }

    /// Opens the scene.
    ///
    /// Whoever opens it closes it.
    ///
    /// - Parameter arguments: What the scene's bindings take by the type `Arguments`.
    /// - Returns: The scene, to be closed by ``OpenScene/close()``.
    /// - Throws: ``OpeningError``; what had been made is closed then.
    nonisolated(nonsending) public func open(
        _ arguments: Arguments
    ) async throws(OpeningError) -> OpenScene<Model> {
        let scene = ScopeCore(nestedPlan: index, of: core)
        // From when it is entered, others can see it.
        scene.installArguments(arguments)
        try scene.enterOwners()
        if ConstructionSite.isSet {
            try await scene.openOutsideSite()
            return OpenScene(core: scene)
        }
        var failure: OpeningError.Cause?
        if !scene.openAtOnce(&failure) { try await scene.finishOpening(failure) }
        return OpenScene(core: scene)
    }
}

extension Scene where Arguments == Void {
    /// Opens a scene without arguments, runs a body with its model, and closes it.
    ///
    /// See ``open(_:_:)``.
    ///
    /// - Parameter body: What to do with the model.
    /// - Returns: What the body returns.
    /// - Throws: ``OpeningError`` before the body runs; what the body throws; ``ClosingError`` when the scene did not
    ///   close well.
    nonisolated(nonsending) public func open<Result>(
        _ body: nonisolated(nonsending) (Model) async throws -> Result
    ) async throws -> Result {
        try await open((), body)
    }

    /// Opens a scene without arguments.
    ///
    /// Whoever opens it closes it.
    ///
    /// - Returns: The scene, to be closed by ``OpenScene/close()``.
    /// - Throws: ``OpeningError``; what had been made is closed then.
    nonisolated(nonsending) public func open() async throws(OpeningError) -> OpenScene<Model> {
        try await open(())
    }
}
