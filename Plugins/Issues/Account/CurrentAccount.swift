/// The current account, for code that must neither replace the account nor have its token.
protocol CurrentAccount: Sendable {
    /// Runs a command as the current account.
    ///
    /// - Parameter body: The command. The account's scope remains open while the command runs, unless a sign-out closes
    ///   the scope.
    /// - Returns: The result of the command.
    /// - Throws: The error of the command; ``GitHubFailure/notSignedIn(reason:)`` after a sign-out; `CancellationError`
    ///   when the plugin stops.
    func withAccount<Result: Sendable>(
        _ body: @Sendable (AccountModel) async throws -> Result
    ) async throws -> Result

    /// Requests the user of the current account, and reports the login in the status line.
    ///
    /// - Returns: The user, and the source of the account.
    /// - Throws: The errors of ``withAccount(_:)``; ``GitHubFailure`` when the request fails.
    func user() async throws -> (user: Response<User>, source: Account.Source)
}
