import Trellis

extension SavedTitleWatch.Environment {
    /// Creates the environment for the user of the session.
    init(dependencies: SessionDependencies, user: MovieUser) {
        self = dependencies.saved.watchEnvironment(of: user)
    }
}
