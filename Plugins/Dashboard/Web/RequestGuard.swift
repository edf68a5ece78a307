import HTTPTypes
import HummingbirdCore
import Trellis
import TrellisWeb

/// Decides whether a request comes from the page, and finds its session.
struct RequestGuard: Sendable {
    private let sessions: WebSessions
    private let calls: UserCalls

    init(sessions: WebSessions, calls: UserCalls) { (self.sessions, self.calls) = (sessions, calls) }

    /// Returns the session of a request; nil if there is none, or it has ended.
    func session(of request: Request) -> WebSession? { Self.token(of: request.head).flatMap(sessions.session) }

    /// Returns the token that the page sends (RFC 6750); nil if there is none.
    ///
    /// The token is not a cookie, because a browser sends the cookies of a host to all its ports, and other users may have
    /// servers there.
    static func token(of head: HTTPRequest) -> Substring? {
        let scheme = "Bearer "
        guard let value = head.headerFields[.authorization], value.hasPrefix(scheme) else { return nil }
        return value.dropFirst(scheme.count)
    }

    /// Returns the reason why a request does not come from the page; nil if it does.
    ///
    /// The rules are those of Go's `net/http.CrossOriginProtection`: a browser names the relation of the origins in
    /// `Sec-Fetch-Site`; an older one sends the origin. A request with neither comes from another program than a browser.
    static func foreignOrigin(of head: HTTPRequest) -> String? {
        if let site = head.headerFields[.secFetchSite] {
            return ["same-origin", "none"].contains(site)
                ? nil : "the request comes from a page of another site (\(site))"
        }
        guard let origin = head.headerFields[.origin] else { return nil }
        if let authority = head.authority, origin == "http://\(authority)" { return nil }
        return "the request comes from a page of another origin"
    }

    /// Records in the audit log that a request was rejected, with the user of its session, also if the session has ended.
    func recordRejection(of request: Request, because reason: String) {
        let user = Self.token(of: request.head).flatMap(sessions.user)
        calls.recordRejection(
            of: RejectedRequest("\(request.method.rawValue) \(request.uri.path)", because: reason, user: user?.id))
    }
}

extension HTTPField.Name {
    /// The relation between the origin of a request and the server (Fetch Metadata Request Headers).
    static let secFetchSite = name("Sec-Fetch-Site")

    /// Returns the name of a header field.
    ///
    /// The texts in this plugin are valid names.
    static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not the name of a header field") }
        return name
    }
}
