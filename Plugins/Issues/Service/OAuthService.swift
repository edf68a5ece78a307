/// The OAuth device flow of GitHub.
///
/// The functions throw ``LoginFailure`` when GitHub rejects the sign-in, ``GitHubFailure/unreachable(reason:since:)``
/// when GitHub is unavailable, and `CancellationError` when the task is cancelled.
protocol OAuthService: Sendable {
    /// Requests a code that the user enters in a browser.
    func requestCode() async throws -> DeviceCode

    /// Requests the token for a code; returns ``TokenResponse/pending`` until the user has entered the code.
    func requestToken(for code: DeviceCode) async throws -> TokenResponse
}
