/// Gets a token from GitHub.
///
/// What they throw: ``LoginFailure``, ``GitHubFailure/unreachable(reason:since:)`` when GitHub can't be reached, and
/// `CancellationError`.
protocol OAuthService: Sendable {
    /// Asks for a code that somebody can enter in a browser.
    func requestCode() async throws -> DeviceCode

    /// Asks for the token.
    func requestToken(for code: DeviceCode) async throws -> TokenAnswer
}
