import Foundation
import Trellis

/// What the login may use: to request a code, to wait for the token, to keep it, to forget it.
struct LoginEnvironment: Sendable {
    /// Asks for a code that somebody can enter in a browser.
    var requestCode: @Sendable () async throws -> DeviceCode

    /// Asks for the token.
    var requestToken: @Sendable (_ code: DeviceCode) async throws -> TokenAnswer

    /// Signs in with a token, and keeps it.
    var keep: @Sendable (_ token: Token) async throws -> Void

    /// Signs out, and forgets the token.
    var forget: @Sendable () async throws -> Void

    /// The time of day.
    var now: @Sendable () -> Date

    /// Waits.
    var sleep: @Sendable (_ span: Duration) async throws -> Void
}

extension LoginEnvironment {
    /// Cuts the environment from the services.
    ///
    /// It works as long as the scopes that own them are open.
    init(oauth: Live<any OAuthService>, accounts: Live<AccountSwitch>, clock: WallClock) {
        self.init(
            requestCode: { try await oauth().requestCode() },
            requestToken: { try await oauth().requestToken(for: $0) },
            keep: { try await accounts().signIn(with: $0) },
            forget: { try await accounts().signOut() },
            now: clock.now,
            sleep: clock.sleep)
    }
}
