import HTTPTypes
import HummingbirdCore
import Trellis
import TrellisWeb

extension Response {
    /// Creates a response with a JSON value.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        json(text: value.formatted(), status: status)
    }

    /// Creates a response with the text of a JSON value.
    static func json(text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, contentType: "application/json", text: text)
    }

    /// Creates the response for a request that the dashboard itself rejects.
    static func failure(_ status: HTTPResponse.Status, _ message: String) -> Response {
        json(["error": nil, "message": .string(message)], status: status)
    }
}

extension HTTPFields {
    /// Appends the fields that restrict the page: it loads nothing from elsewhere, and no other page may embed or read it.
    mutating func append(securityPolicyOf page: DashboardPage) {
        self[.contentSecurityPolicy] = page.securityPolicy
        self[.name("Referrer-Policy")] = "no-referrer"
        self[.name("Cross-Origin-Resource-Policy")] = "same-origin"
        self[.name("Cross-Origin-Opener-Policy")] = "same-origin"
    }
}
