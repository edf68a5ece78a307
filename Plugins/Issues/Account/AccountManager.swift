import Synchronization
import Trellis

/// Opens the scope of the current account, and replaces the scope when the account changes.
///
/// Each command runs in the scope that is current when the command starts. The previous scope closes after the last
/// command in it has ended. A sign-out cancels these commands, so that the removed token is no longer used: they fail with
/// ``GitHubFailure/notSignedIn(reason:)``. The sessions are notified of each change, and release the previous account.
actor AccountManager: CurrentAccount {
    /// The open scope of an account.
    private final class OpenAccount: Sendable {
        let scene: OpenScene<AccountModel>
        private let signedOut = Atomic(false)
        private let end = ChangeSignal()

        init(scene: OpenScene<AccountModel>) { self.scene = scene }

        /// Whether the account was signed out.
        var isSignedOut: Bool { signedOut.load(ordering: .sequentiallyConsistent) }

        /// Cancels the commands of the account.
        func signOut() {
            signedOut.store(true, ordering: .sequentiallyConsistent)
            end.finish()
        }

        /// Runs a command, and cancels it when the account is signed out.
        func run<Result: Sendable>(
            _ body: @escaping @Sendable (AccountModel) async throws -> Result
        ) async throws -> Result {
            try await withThrowingTaskGroup(of: Result?.self) { [end = end.changes()] group in
                defer { group.cancelAll() }
                group.addTask { try await body(try self.scene.model) }
                group.addTask {
                    for await _ in end {}
                    return nil
                }
                while let ended = try await group.next() {
                    if let result = ended { return result }
                    // The cancelled command is awaited, because it uses the scope.
                    group.cancelAll()
                }
                throw CancellationError()
            }
        }
    }

    private let accounts: Scene<Account, AccountModel>
    private let tokens: TokenStore
    private let environment: AccountManagerEnvironment
    private let availability: GitHubAvailability

    private var account: Account
    private var changes = 0
    private var observers: [ObjectIdentifier: any AccountObserver] = [:]

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
        _ body: @escaping @Sendable (AccountModel) async throws -> Result
    ) async throws -> Result {
        while true {
            let use = current.enter()
            defer { use.leave() }
            guard let open = use.value else {
                try await openCurrent()
                continue
            }
            do {
                return try await open.run(body)
            } catch GitHubFailure.outcomeUnknown(let reason) {
                // A sign-out does not tell whether the change has taken effect.
                throw GitHubFailure.outcomeUnknown(reason: reason)
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
            await self.reportUser(user.value, of: account)
            return (user, account.source)
        }
    }

    private func reportUser(_ user: User, of account: AccountModel) {
        // The account may have changed during the request.
        if isCurrent(account) { environment.status("signed in as \(user.login)") }
    }

    nonisolated func isCurrent(_ account: AccountModel) -> Bool { (try? current.value?.scene.model) === account }

    func add(_ observer: any AccountObserver) { observers[ObjectIdentifier(observer)] = observer }

    func remove(_ observer: any AccountObserver) { observers[ObjectIdentifier(observer)] = nil }

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
        for observer in observers.values { await observer.accountDidChange() }
        if let old = previous.value {
            // The task closes the scope even if the command that changed the account is cancelled.
            let closing = environment.startTask("previous account") { [self] in
                await previous.drain()
                await close(old)
            }
            if signingOut { _ = await closing.result }
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
