import Foundation
import Trellis

/// One sign-in, from the code to the token; or one sign-out.
struct LoginModel: Sendable {
    /// What a sign-in tells while it goes on.
    enum Event: Sendable, Hashable {
        /// Somebody has to enter this code.
        case code(DeviceCode)

        /// GitHub can't be asked for now; it goes on. The reason is the end of a sentence.
        case waiting(reason: String)
    }

    /// What is waited at most between asking and asking again while GitHub is away.
    static let longestInterval = Duration.seconds(60)

    private let environment: LoginEnvironment

    init(environment: LoginEnvironment) {
        self.environment = environment
    }

    /// Signs in.
    ///
    /// - Parameter tell: Takes what there is to tell.
    /// - Throws: ``LoginFailure``; ``GitHubFailure/unreachable(reason:since:)`` when not even a code can be had; what
    ///   `tell` throws; `CancellationError`.
    func signIn(_ tell: (Event) async throws -> Void) async throws {
        let code = try await environment.requestCode()
        try await tell(.code(code))
        let token = try await token(for: code, tell)
        try await environment.keep(token)
    }

    /// Signs out.
    ///
    /// - Throws: ``LoginFailure``, ``GitHubFailure/notSignedIn(reason:)``, and when the token can't be removed.
    func signOut() async throws {
        try await environment.forget()
    }

    /// Asks for the token until it is there, at the interval that GitHub asks for (RFC 8628, 3.5).
    private func token(for code: DeviceCode, _ tell: (Event) async throws -> Void) async throws -> Token {
        var interval = code.interval
        // While GitHub is away: what is waited instead, longer each time.
        var absence: Duration?
        while true {
            // No longer than the code lives, so that whoever waits learns at once when it is too late.
            let rest = Duration.seconds(code.expires.timeIntervalSince(environment.now()))
            try await environment.sleep(max(.zero, min(absence ?? interval, rest)))
            guard environment.now() < code.expires else { throw LoginFailure.expired }
            do {
                switch try await environment.requestToken(code) {
                case .token(let token): return token
                case .pending: break
                case .slowDown(let new): interval = max(new ?? .zero, interval + .seconds(5))
                }
                absence = nil
            } catch GitHubFailure.unreachable(let reason, _) {
                if absence == nil { try await tell(.waiting(reason: reason)) }
                absence = max(interval, min((absence ?? interval) * 2, Self.longestInterval))
            }
        }
    }
}
