import HTTPTypes
import HummingbirdCore
import NIOCore
import Trellis
import TrellisWeb

/// The requests of the dashboard by path.
///
/// The page contains no data, and is served to everyone. Each other request must come from the page itself, and requires a session,
/// except the sign-in. Its rejection is recorded in the audit log if the request could have had an effect.
struct DashboardSite: Sendable {
    private let guarding: RequestGuard
    private let signIn: SignInEndpoint
    private let page: DashboardPage
    private let initial: InitialEndpoint
    private let calls: CallEndpoint
    private let forms: FormsEndpoint
    private let live: LiveEndpoint
    private let sessions: WebSessions

    init(
        guarding: RequestGuard, signIn: SignInEndpoint, page: DashboardPage, initial: InitialEndpoint,
        calls: CallEndpoint, forms: FormsEndpoint, live: LiveEndpoint, sessions: WebSessions
    ) {
        (self.guarding, self.signIn, self.page, self.initial) = (guarding, signIn, page, initial)
        (self.calls, self.forms, self.live, self.sessions) = (calls, forms, live, sessions)
    }

    /// Records a request for another host, which the server has rejected.
    @Sendable func recordForeignHost(_ request: Request) {
        guarding.recordRejection(
            of: request, because: "the request names another host, \(request.head.authority?.prefix(100) ?? "none")")
    }

    /// Answers a request.
    @Sendable func response(to request: Request) async throws -> Response {
        var response = try await unprotectedResponse(to: request)
        response.headers.append(securityPolicyOf: page)
        return response
    }

    private func unprotectedResponse(to request: Request) async throws -> Response {
        switch (request.method, request.uri.path) {
        case (.get, "/"), (.head, "/"), (.get, SignInEndpoint.path), (.head, SignInEndpoint.path): return page.response
        case (.post, SignInEndpoint.path): return rejection(ofForeign: request) ?? signIn.response(to: request)
        default: break
        }
        guard let endpoint = endpoint(of: request) else {
            return .failure(.notFound, "The dashboard has no \(request.uri.path.prefix(200)).")
        }
        guard request.method == endpoint.method else {
            var response = Response.failure(
                .methodNotAllowed, "Use the method \(endpoint.method.rawValue) for \(request.uri.path.prefix(200)).")
            response.headers[.allow] = endpoint.method.rawValue
            return response
        }
        if let rejection = rejection(ofForeign: request) { return rejection }
        guard let session = guarding.session(of: request) else {
            if endpoint.method == .post {
                guarding.recordRejection(of: request, because: "the request has no session, or the session has ended")
            }
            return .failure(
                .unauthorized, "There is no session, or it has ended. Run 'trellisctl dashboard' to sign in.")
        }
        return try await endpoint.respond(session)
    }

    /// Rejects a request of another page; nil if the request is one of the page.
    private func rejection(ofForeign request: Request) -> Response? {
        guard let reason = RequestGuard.foreignOrigin(of: request.head) else { return nil }
        guarding.recordRejection(of: request, because: reason)
        return .failure(.forbidden, "Rejected: \(reason).")
    }

    /// A path with the method that it requires, and the function that answers.
    private struct Endpoint {
        let method: HTTPRequest.Method
        let respond: (WebSession) async throws -> Response
    }

    private func endpoint(of request: Request) -> Endpoint? {
        let path = request.uri.path
        switch path {
        case "/initial": return Endpoint(method: .get) { try await initial.response(for: $0, usage: live.usage(of:)) }
        case "/stream": return Endpoint(method: .get) { live.stream(for: $0, request) }
        case "/history": return Endpoint(method: .get) { _ in live.history }
        case "/forms": return Endpoint(method: .get) { try await forms.response(for: $0) }
        case "/logout":
            return Endpoint(method: .post) { session in
                sessions.end(session)
                return Response(status: .noContent)
            }
        default:
            guard path.hasPrefix(CallEndpoint.prefix) else { return nil }
            let method = String(path.dropFirst(CallEndpoint.prefix.count))
            return Endpoint(method: .post) { try await calls.response(for: $0, calling: method, request) }
        }
    }
}
