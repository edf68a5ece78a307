import Trellis

/// Runs the commands of a session as the current account.
///
/// The scenes of a session belong to one account. When the account changes, the next command closes them, and the
/// coordinator empties the navigation stack.
actor SessionAccount {
    private let current: any CurrentAccount
    private let views: Scene<AccountModel, IssuesScenes>
    private var view: (account: AccountModel, scene: OpenScene<IssuesScenes>)?

    /// The coordinator whose commands run as the account.
    ///
    /// The coordinator references this object through its initializer, so this reference is set later and is weak.
    private weak var coordinator: (any AccountObserver)?

    init(current: any CurrentAccount, views: Scene<AccountModel, IssuesScenes>) {
        self.current = current
        self.views = views
    }

    /// Sets the object that is notified when the account has changed.
    func attach(to coordinator: any AccountObserver) {
        self.coordinator = coordinator
    }

    /// Runs a command with the scenes of the current account.
    ///
    /// - Throws: The errors of ``CurrentAccount/withAccount(_:)``.
    nonisolated func withScenes<Result: Sendable>(
        _ body: @Sendable (IssuesScenes) async throws -> Result
    ) async throws -> Result {
        try await current.withAccount { account in try await body(scenes(of: account)) }
    }

    private func scenes(of account: AccountModel) async throws -> IssuesScenes {
        if let view, view.account === account { return try view.scene.model }
        let old = view
        view = nil
        await coordinator?.accountWillChange()
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
