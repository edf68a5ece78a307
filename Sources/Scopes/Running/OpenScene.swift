/// A scene that was opened by hand, and is closed by hand.
///
/// It is closed with the scope that declares it at the latest. Letting go of this value does not close it.
public struct OpenScene<Model: Sendable>: Sendable {
    let core: ScopeCore

    /// What the scene was opened for.
    ///
    /// - Throws: ``ScopeClosed`` when the scene has closed.
    public var model: Model {
        get throws(ScopeClosed) {
            guard let slot = core.plan.compiled.exit else {
                preconditionFailure("\(core.path) is no scene: its plan says of no model")
            }
            return try core.read(Model.self, at: slot)
        }
    }

    /// The scene's path, for example `root/movies/MovieDetails`.
    public var path: String {
        core.path
    }

    /// Closes the scene, and what was opened under it.
    ///
    /// A second call waits for the first and gives the same report.
    ///
    /// It runs to its end under cancellation too.
    @discardableResult
    nonisolated(nonsending) public func close() async -> ClosingReport {
        if let report = core.closeAtOnce() { return report }
        return await core.close()
    }
}
