import Trellis

/// Who is signed in: opens the scope of the account, and puts another in its place while the plugin runs.
///
/// Each command works in the scope that was current when it came. When somebody signs in, the scope before is closed
/// after the last command in it has ended; when somebody signs out, at once, so that nothing is done with a token that
/// shall be forgotten: what still runs in it ends with ``GitHubFailure/notSignedIn(reason:)``.
actor AccountSwitch {
    /// The scope of an account, and how many commands work in it.
    private struct Tenancy {
        var scene: OpenScene<AccountModel>
        var users = 0
        var isRetired = false
        var wasCut = false
    }

    private let accounts: Scene<Account, AccountModel>
    private let tokens: TokenStore
    private let plugin: PluginEnvironment
    private let availability: GitHubAvailability

    private var account: Account
    private var changes = 0

    /// The scopes that are open, by number: the current one, and those that commands still work in.
    private var tenancies: [Int: Tenancy] = [:]
    private var lastNumber = 0
    private var current: Int?

    /// - Throws: `PluginFailure` when there is a token that can't be used.
    init(
        accounts: Scene<Account, AccountModel>, configuration: IssuesConfiguration, availability: GitHubAvailability,
        plugin: PluginEnvironment
    ) throws(PluginFailure) {
        self.accounts = accounts
        self.availability = availability
        self.plugin = plugin
        tokens = try TokenStore(configuration: configuration, plugin: plugin)
        account = tokens.account
        ResponseCache.removeOthers(than: account, of: plugin)
        plugin.status(account.summary)
    }

    /// The name of the credential that the token is, when it is one: it can't be changed here.
    nonisolated var credential: String? { tokens.credential }

    /// Does something as the account that is current now.
    ///
    /// - Parameter body: What to do. The scope stays open meanwhile, unless somebody signs out.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; ``GitHubFailure/notSignedIn(reason:)`` when somebody signed out meanwhile;
    ///   `CancellationError` when the plugin stops.
    nonisolated func withAccount<Result: Sendable>(
        _ body: @Sendable (AccountModel) async throws -> Result
    ) async throws -> Result {
        let (number, model) = try await enter()
        do {
            let result = try await body(model)
            _ = await leave(number)
            return result
        } catch {
            if await leave(number) { throw GitHubFailure.notSignedIn(reason: "somebody logged out meanwhile") }
            // The scope was closed, and not by a sign-out: the plugin stops.
            if error is ScopeClosed || error is OpeningError { throw CancellationError() }
            throw error
        }
    }

    /// Signs in: keeps the token, and puts the account in the place of the current one.
    ///
    /// It does so in a task that was cancelled too: a token that GitHub has given must not be lost.
    ///
    /// - Throws: ``LoginFailure/tokenIsCredential(_:)``; ``LoginFailure/tokenNotKept(reason:)`` when it could not be
    ///   written: the account is signed in all the same.
    func signIn(with token: Token) async throws {
        if let credential { throw LoginFailure.tokenIsCredential(credential) }
        var problem: TokenStore.Failure?
        do {
            try tokens.keep(token)
        } catch {
            problem = error
        }
        await change(to: .signedIn(token, .file), cutting: false)
        if let problem {
            plugin.logger.error("the token could not be kept", metadata: ["error": "\(problem)"])
            throw LoginFailure.tokenNotKept(reason: problem.description)
        }
        plugin.logger.notice("signed in to GitHub")
    }

    /// Signs out: forgets the token, and everything that was read with it.
    ///
    /// - Throws: ``LoginFailure/tokenIsCredential(_:)``, ``GitHubFailure/notSignedIn(reason:)`` when nobody is signed
    ///   in; ``TokenStore/Failure`` when the token can't be removed: the account stays signed in then.
    func signOut() async throws {
        if let credential { throw LoginFailure.tokenIsCredential(credential) }
        guard account != .anonymous else { throw GitHubFailure.notSignedIn(reason: "nobody is signed in") }
        try tokens.forget()
        await change(to: .anonymous, cutting: true)
        plugin.logger.notice("signed out of GitHub")
    }

    /// Notes who the account is, so that the operator can see it.
    func noteUser(_ user: User, of account: Account) {
        if account == self.account { plugin.status("signed in as \(user.login)") }
    }

    private func change(to account: Account, cutting: Bool) async {
        self.account = account
        changes += 1
        availability.noteAccountChange()
        plugin.status(account.summary)
        let old = current
        current = nil
        if let old, cutting { tenancies[old]?.wasCut = true }
        // Opened before the old one is closed. If it fails, the next command tries again, and says why.
        try? await openCurrent()
        if let old {
            tenancies[old]?.isRetired = true
            if cutting || tenancies[old]?.users == 0 { await close(old) }
        }
        ResponseCache.removeOthers(than: self.account, of: plugin)
    }

    private func enter() async throws -> (number: Int, model: AccountModel) {
        while true {
            if let current, let scene = tenancies[current]?.scene {
                let model = try scene.model
                tenancies[current]?.users += 1
                return (current, model)
            }
            try await openCurrent()
        }
    }

    /// Ends the use of a scope, and says whether a sign-out cut it short.
    private func leave(_ number: Int) async -> Bool {
        guard var tenancy = tenancies[number] else { return true }
        tenancy.users -= 1
        tenancies[number] = tenancy
        if tenancy.isRetired, tenancy.users == 0 { await close(number) }
        return tenancy.wasCut
    }

    /// Opens the scope of the account that is current.
    private func openCurrent() async throws {
        let change = changes
        let scene = try await accounts.open(account)
        // Read again after the await: another command may have been faster, or somebody changed the account.
        guard change == changes, current == nil else {
            await scene.close()
            return
        }
        lastNumber += 1
        tenancies[lastNumber] = Tenancy(scene: scene)
        current = lastNumber
    }

    private func close(_ number: Int) async {
        guard let tenancy = tenancies.removeValue(forKey: number) else { return }
        let report = await tenancy.scene.close()
        if !report.isClean { plugin.logger.warning("\(report)") }
    }
}

extension Account {
    /// The account in a few words, for the operator.
    fileprivate var summary: String {
        switch self {
        case .anonymous: "not signed in"
        case .signedIn(_, .credential): "signed in with the credential"
        case .signedIn(_, .file): "signed in"
        }
    }
}
