import Foundation
import Trellis

/// The model of a sign-in or a sign-out.
struct LoginModel: Sendable {
    /// An event of a sign-in.
    enum Event: Sendable, Hashable {
        /// The code that the user must enter in a browser.
        case code(DeviceCode)

        /// GitHub is unavailable, and the request for the token is retried. The reason does not end with a full stop.
        case waiting(reason: String)
    }

    /// The maximum delay between requests for the token while GitHub is unavailable.
    static let maximumBackoff = Duration.seconds(60)

    private let environment: LoginEnvironment

    init(environment: LoginEnvironment) {
        self.environment = environment
    }

    /// Signs in with the device flow.
    ///
    /// - Parameter send: Receives the events of the sign-in.
    /// - Throws: ``LoginFailure`` when the sign-in fails; ``GitHubFailure/unreachable(reason:since:)`` when the code
    ///   cannot be requested; the error of `send`; `CancellationError` when the task is cancelled.
    func signIn(_ send: (Event) async throws -> Void) async throws {
        try environment.requireChangeable()
        let code = try await environment.requestCode()
        try await send(.code(code))
        let token = try await token(for: code, send)
        try await environment.signIn(token)
    }

    /// Signs out, and removes the token.
    ///
    /// - Throws: ``LoginFailure/tokenIsCredential(_:)`` when the token is a credential;
    ///   ``GitHubFailure/notSignedIn(reason:)`` when no account is signed in; ``TokenStore/Failure`` when the token
    ///   cannot be removed.
    func signOut() async throws {
        try await environment.signOut()
    }

    /// Requests the token until the user has entered the code, at the interval that GitHub requires (RFC 8628, 3.5).
    private func token(for code: DeviceCode, _ send: (Event) async throws -> Void) async throws -> Token {
        var interval = code.interval
        // The delay while GitHub is unavailable; nil while GitHub is available.
        var backoff: Duration?
        while true {
            // The sleep ends when the code expires, so that the expiry is reported immediately.
            let remaining = Duration.seconds(code.expires.timeIntervalSince(environment.now()))
            try await environment.sleep(max(.zero, min(backoff ?? interval, remaining)))
            guard environment.now() < code.expires else { throw LoginFailure.expired }
            do {
                switch try await environment.requestToken(code) {
                case .token(let token): return token
                case .pending: break
                case .slowDown(let new): interval = max(new ?? .zero, interval + .seconds(5))
                }
                backoff = nil
            } catch GitHubFailure.unreachable(let reason, _) {
                if backoff == nil { try await send(.waiting(reason: reason)) }
                backoff = max(interval, min((backoff ?? interval) * 2, Self.maximumBackoff))
            }
        }
    }
}
