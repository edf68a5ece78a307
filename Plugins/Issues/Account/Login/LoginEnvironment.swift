import Foundation
import Trellis

/// The environment of the scene `login`: functions that request a code and a token, and that sign in
/// and out.
struct LoginEnvironment: Sendable {
    /// Throws an error if a sign-in can't change the account.
    var requireChangeable: @Sendable () throws -> Void

    /// Requests a code that the user enters in a browser.
    var requestCode: @Sendable () async throws -> DeviceCode

    /// Requests the token for a code.
    var requestToken: @Sendable (_ code: DeviceCode) async throws -> TokenResponse

    /// Stores a token and signs in with it.
    var signIn: @Sendable (_ token: Token) async throws -> Void

    /// Removes the token and signs out.
    var signOut: @Sendable () async throws -> Void

    /// Returns the current time.
    var now: @Sendable () -> Date

    /// Suspends the task for a duration.
    var sleep: @Sendable (_ duration: Duration) async throws -> Void
}

extension LoginEnvironment {
    /// Creates an environment whose operations call the services and the clock.
    ///
    /// The environment is valid while the scopes of the services are open.
    init(oauth: Live<any OAuthService>, accounts: Live<AccountManager>, clock: WallClock) {
        self.init(
            requireChangeable: { try accounts().requireChangeable() },
            requestCode: { try await oauth().requestCode() },
            requestToken: { try await oauth().requestToken(for: $0) },
            signIn: { try await accounts().signIn(with: $0) },
            signOut: { try await accounts().signOut() },
            now: clock.now,
            sleep: clock.sleep)
    }
}
