import HTTPTypes
import HummingbirdCore
import Trellis
import TrellisWeb

/// The page `/login`, with which a browser exchanges the token of a URL for a session.
struct SignInPage: Sendable {
    /// The path of the page.
    static let path = "/login"

    private let signIns: SignIns
    private let sessions: WebSessions
    private let guarding: RequestGuard
    private let plugin: PluginEnvironment

    init(signIns: SignIns, sessions: WebSessions, guarding: RequestGuard, plugin: PluginEnvironment) {
        (self.signIns, self.sessions, self.guarding, self.plugin) = (signIns, sessions, guarding, plugin)
    }

    /// Signs a browser in.
    func response(to request: Request) -> Response {
        let reason: String
        switch signIns.redeem(request.uri.queryParameters["token"] ?? "") {
        case .accepted(let user):
            let token = sessions.open(for: user)
            plugin.logger.notice(
                "a browser signed in as \(user.name), with the role \(user.role.rawValue)",
                metadata: ["user": "\(user.name)", "role": "\(user.role.rawValue)"])
            // A redirection would not send the cookie if the user followed a link of another site: the page itself navigates.
            var response = Response.message(
                .ok, title: "Signed in", #"<a href="/">Continue to the dashboard</a>"#, continuingAt: "/")
            response.headers[.setCookie] = guarding.cookie.setting(token.text, for: WebSessions.lifetime)
            return response
        case .used(let name): reason = "the sign-in URL of \(name) was used before"
        case .unknown: reason = "the token of the sign-in URL is unknown or has expired"
        }
        guarding.recordRejection(of: request, because: reason)
        return .message(
            .forbidden, title: "The URL is no longer valid",
            "A sign-in URL can be used once, within a minute. Run 'trellisctl dashboard' to get a new one.")
    }
}
