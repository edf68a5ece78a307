/// The current account, for code that must neither replace the account nor have its token.
protocol CurrentAccount: Sendable {
    /// Runs a command as the current account.
    ///
    /// - Parameter body: The command. The account's scope remains open while the command runs. A sign-out cancels the
    ///   command.
    /// - Returns: The result of the command.
    /// - Throws: The error of the command; ``GitHubFailure/notSignedIn(reason:)`` after a sign-out, or
    ///   ``GitHubFailure/outcomeUnknown(reason:)`` if a change was in progress; `CancellationError` when the plugin stops.
    func withAccount<Result: Sendable>(
        _ body: @escaping @Sendable (AccountModel) async throws -> Result
    ) async throws -> Result

    /// Returns whether an account is the current one, and not a previous one.
    func isCurrent(_ account: AccountModel) -> Bool

    /// Adds an object that is notified when the account has changed, until it is removed.
    func add(_ observer: any AccountObserver) async

    /// Removes an object that was added.
    func remove(_ observer: any AccountObserver) async

    /// Requests the user of the current account, and reports the login in the status line.
    ///
    /// - Returns: The user, and the source of the account.
    /// - Throws: The errors of ``withAccount(_:)``; ``GitHubFailure`` when the request fails.
    func user() async throws -> (user: Response<User>, source: Account.Source)
}
