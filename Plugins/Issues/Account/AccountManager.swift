import Synchronization
import Trellis

/// Opens the scope of the current account, and replaces the scope when the account changes.
///
/// Each command runs in the scope that is current when the command starts. A sign-in closes the previous scope after
/// the last command in that scope has ended. A sign-out closes the scope immediately, so that the removed token is no
/// longer used: commands in the scope fail with ``GitHubFailure/notSignedIn(reason:)``.
actor AccountManager: CurrentAccount {
    /// The open scope of an account.
    private final class OpenAccount: Sendable {
        let scene: OpenScene<AccountModel>
        private let signedOut = Mutex(false)

        init(scene: OpenScene<AccountModel>) { self.scene = scene }

        /// Whether a sign-out closes the scope.
        var isSignedOut: Bool { signedOut.withLock(\.self) }

        func signOut() { signedOut.withLock { $0 = true } }
    }

    private let accounts: Scene<Account, AccountModel>
    private let tokens: TokenStore
    private let environment: AccountManagerEnvironment
    private let availability: GitHubAvailability

    private var account: Account
    private var changes = 0

    /// The scope of the current account, in use by the commands that run in it; nil until a command opens the scope.
    private let current = Succession<OpenAccount?>(nil)

    init(
        accounts: Scene<Account, AccountModel>, tokens: TokenStore, availability: GitHubAvailability,
        environment: AccountManagerEnvironment
    ) {
        self.accounts = accounts
        self.availability = availability
        self.environment = environment
        self.tokens = tokens
        account = tokens.account
        environment.removeResponses(account)
        environment.status(account.summary)
    }

    /// Throws an error if a sign-in or sign-out can't change the account.
    ///
    /// - Throws: The errors of ``TokenStore/requireChangeable()``.
    nonisolated func requireChangeable() throws(LoginFailure) { try tokens.requireChangeable() }

    nonisolated func withAccount<Result: Sendable>(
        _ body: @Sendable (AccountModel) async throws -> Result
    ) async throws -> Result {
        while true {
            let use = current.enter()
            defer { use.leave() }
            guard let open = use.value else {
                try await openCurrent()
                continue
            }
            do {
                return try await body(try open.scene.model)
            } catch {
                if open.isSignedOut { throw GitHubFailure.signedOut }
                // The scope was closed without a sign-out: the plugin is stopping.
                if error is ScopeClosed || error is OpeningError { throw CancellationError() }
                throw error
            }
        }
    }

    /// Signs in: stores the token, and replaces the current account.
    ///
    /// Cancellation of the task has no effect, so that a token that GitHub has issued is not lost.
    ///
    /// - Throws: The errors of ``requireChangeable()``;
    ///   ``LoginFailure/tokenNotStored(reason:)`` when the token cannot be written. In the last case, the account is
    ///   signed in until the plugin stops.
    func signIn(with token: Token) async throws {
        try requireChangeable()
        var failure: TokenStore.Failure?
        do {
            try tokens.store(token)
        } catch {
            failure = error
        }
        await change(to: .signedIn(token, .file), signingOut: false)
        if let failure {
            environment.logger.error("cannot store the token", metadata: ["error": "\(failure)"])
            throw LoginFailure.tokenNotStored(reason: failure.description)
        }
        environment.logger.notice("signed in to GitHub")
    }

    /// Signs out: removes the token and the cached responses of the account.
    ///
    /// - Throws: The errors of ``requireChangeable()``;
    ///   ``GitHubFailure/notSignedIn(reason:)`` when no account is signed in; ``TokenStore/Failure`` when the token
    ///   cannot be removed. In the last case, the account remains signed in.
    func signOut() async throws {
        try requireChangeable()
        guard account != .anonymous else { throw GitHubFailure.notSignedIn(reason: "no account is signed in") }
        try tokens.remove()
        await change(to: .anonymous, signingOut: true)
        environment.logger.notice("signed out of GitHub")
    }

    nonisolated func user() async throws -> (user: Response<User>, source: Account.Source) {
        try await withAccount { account in
            let user = try await account.user()
            await reportUser(user.value, of: account)
            return (user, account.source)
        }
    }

    private func reportUser(_ user: User, of account: AccountModel) {
        // The account may have changed during the request.
        guard let current = try? current.value?.scene.model, current === account else { return }
        environment.status("signed in as \(user.login)")
    }

    private func change(to account: Account, signingOut: Bool) async {
        self.account = account
        changes += 1
        availability.resetAccount()
        environment.status(account.summary)
        let previous = current.replace(with: nil)
        if signingOut { previous.value?.signOut() }
        // The new scope is opened before the old scope is closed. After a failure, the next command tries again and
        // reports the error.
        try? await openCurrent()
        if let old = previous.value {
            if signingOut {
                await close(old)
            } else {
                environment.startTask("replaced account") { [self] in
                    await previous.drain()
                    await close(old)
                }
            }
        }
        environment.removeResponses(self.account)
    }

    /// Opens the scope of the current account.
    private func openCurrent() async throws {
        let change = changes
        let scene = try await accounts.open(account)
        // State may have changed during the await: another command opened the scope, or the account changed.
        guard change == changes, current.value === nil else {
            await scene.close()
            return
        }
        _ = current.replace(with: OpenAccount(scene: scene))
    }

    private func close(_ account: OpenAccount) async {
        let report = await account.scene.close()
        if !report.isClean { environment.logger.warning("\(report)") }
    }
}

extension Account {
    /// A short description for the status line.
    fileprivate var summary: String {
        switch source {
        case .anonymous: "not signed in"
        case .credential: "signed in with the credential"
        case .file: "signed in"
        case .sample: "sample account"
        }
    }
}
