import Trellis

/// Runs the commands of a session as the current account.
///
/// The scenes of a session belong to one account. When the account changes, the next command closes them, and the
/// navigation stack is then empty.
actor SessionAccount {
    private let accounts: AccountManager
    private let views: Scene<AccountModel, IssuesScenes>
    private nonisolated let stack: NavigationStack<Place>
    private var view: (account: AccountModel, scene: OpenScene<IssuesScenes>)?

    init(accounts: AccountManager, views: Scene<AccountModel, IssuesScenes>, stack: NavigationStack<Place>) {
        self.accounts = accounts
        self.views = views
        self.stack = stack
    }

    /// Runs a command with the scenes of the current account.
    ///
    /// - Throws: The errors of ``AccountManager/withAccount(_:)``.
    nonisolated func withScenes<Result: Sendable>(
        _ body: @Sendable (IssuesScenes) async throws -> Result
    ) async throws -> Result {
        try await accounts.withAccount { account in try await body(scenes(of: account)) }
    }

    /// Runs a command with the model of the current place.
    ///
    /// - Throws: ``SessionFailure/noRepository`` when the navigation stack is empty; the errors of
    ///   ``withScenes(_:)``.
    nonisolated func withPlace<Result: Sendable>(
        _ body: @Sendable (any PlaceModel) async throws -> Result
    ) async throws -> Result {
        try await withScenes { _ in
            guard let place = await stack.top else { throw SessionFailure.noRepository }
            return try await body(place.model)
        }
    }

    private func scenes(of account: AccountModel) async throws -> IssuesScenes {
        if let view, view.account === account { return try view.scene.model }
        let old = view
        view = nil
        await stack.removeAll()
        await old?.scene.close()
        let scene = try await views.open(account)
        // Another command may have opened a view during the awaits.
        if let view, view.account === account {
            await scene.close()
            return try view.scene.model
        }
        let other = view
        view = (account, scene)
        await other?.scene.close()
        return try scene.model
    }
}
