extension Scene {
    /// Opens the scene, runs a body with its model, and closes the scene, even when the task is cancelled.
    ///
    /// The body runs in the isolation of the caller.
    ///
    /// - Parameters:
    ///   - arguments: The value that the scene's bindings require by the type `Arguments`.
    ///   - body: The body. It must not store the model, because the scene closes afterwards.
    /// - Returns: The result of the body.
    /// - Throws: ``OpeningError`` before the body runs; the error of the body; ``ClosingError`` if the scene closes with
    ///   problems.
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
    /// The caller must close the scene.
    ///
    /// - Parameter arguments: The value that the scene's bindings require by the type `Arguments`.
    /// - Returns: The scene, to be closed with ``OpenScene/close()``.
    /// - Throws: ``OpeningError`` if the scene can't be opened. The instances that had been created are then closed.
    nonisolated(nonsending) public func open(
        _ arguments: Arguments
    ) async throws(OpeningError) -> OpenScene<Model> {
        guard let declarer = declarer as? ScopeCore else { preconditionFailure("a scene is declared in a scope") }
        let core = ScopeCore(
            declarer.planned.nested[index], under: declarer,
            arguments: Arguments.self == Void.self ? nil : AnyInstance(arguments))
        try await core.open()
        return OpenScene(core: core)
    }
}

extension Scene where Arguments == Void {
    /// Opens a scene without arguments, runs a body with its model, and closes the scene.
    ///
    /// See ``open(_:_:)``.
    ///
    /// - Parameter body: The body, which must not store the model.
    /// - Returns: The result of the body.
    /// - Throws: ``OpeningError`` before the body runs; the error of the body; ``ClosingError`` if the scene closes with
    ///   problems.
    nonisolated(nonsending) public func open<Result>(
        _ body: nonisolated(nonsending) (Model) async throws -> Result
    ) async throws -> Result {
        try await open((), body)
    }

    /// Opens a scene without arguments.
    ///
    /// The caller must close the scene.
    ///
    /// - Returns: The scene, to be closed with ``OpenScene/close()``.
    /// - Throws: ``OpeningError`` if the scene can't be opened. The instances that had been created are then closed.
    nonisolated(nonsending) public func open() async throws(OpeningError) -> OpenScene<Model> {
        try await open(())
    }
}

/// An open scene, which the opener closes explicitly.
///
/// The scene closes at the latest with the scope that declares it. Releasing this value does not close the scene.
public struct OpenScene<Model: Sendable>: Sendable {
    let core: ScopeCore

    /// The model of the scene.
    ///
    /// - Throws: ``ScopeClosed`` if the scene has closed.
    public var model: Model {
        get throws(ScopeClosed) {
            guard let slot = core.planned.model, let model = try core.current(slot) else {
                preconditionFailure("\(core.path) is not an open scene: it has no model")
            }
            return AnyInstance(object: model).value(as: Model.self)
        }
    }

    /// The path of the scene, for example `root/movies/MovieDetails`.
    public var path: String {
        core.path
    }

    /// Closes the scene, and the scopes under it.
    ///
    /// A second call waits for the first and returns the same report. Closing is not cancelled with the calling task.
    @discardableResult
    nonisolated(nonsending) public func close() async -> ClosingReport {
        await core.close()
    }
}
