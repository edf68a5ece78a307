import HTTPTypes
import HummingbirdCore
import Trellis
import TrellisWeb

/// The path `/login`, where the page exchanges the token of a sign-in URL for the token of a session.
///
/// The token is the fragment of the URL, which browsers do not send. A program that only fetches the URL, such as the preview of a
/// link, therefore does not use it.
struct SignInEndpoint: Sendable {
    /// The path of the endpoint, and of the page in the URL.
    static let path = "/login"

    private let signIns: SignIns
    private let sessions: WebSessions
    private let guarding: RequestGuard
    private let logger: Logger

    init(signIns: SignIns, sessions: WebSessions, guarding: RequestGuard, logger: Logger) {
        (self.signIns, self.sessions, self.guarding, self.logger) = (signIns, sessions, guarding, logger)
    }

    /// Opens a session.
    func response(to request: Request) -> Response {
        let reason: String
        switch signIns.redeem(RequestGuard.token(of: request.head) ?? "") {
        case .accepted(let user):
            guard let role = user.role else {
                reason = "the user \(user.name) has no role any longer"
                break
            }
            let token = sessions.open(for: user)
            logger.notice(
                "a browser signed in as \(user.name), with the role \(role.rawValue)",
                metadata: ["user": "\(user.name)", "role": "\(role.rawValue)"])
            return .json(["session": .string(token.text)])
        case .used(let name): reason = "the sign-in URL of \(name) was used before"
        case .unknown: reason = "the token of the sign-in URL is unknown or has expired"
        }
        guarding.recordRejection(of: request, because: reason)
        return .failure(
            .forbidden, "The URL is no longer valid. A sign-in URL can be used once, within a minute.")
    }
}
