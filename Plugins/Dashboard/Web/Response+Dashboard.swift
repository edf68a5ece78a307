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

    /// Creates a page with a short text, without style and script.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - title: The title.
    ///   - text: The text, as HTML.
    ///   - path: The page to which the browser navigates. Default: none.
    /// - Returns: The response.
    static func message(
        _ status: HTTPResponse.Status, title: String, _ text: String, continuingAt path: String? = nil
    ) -> Response {
        let refresh = path.map { "<meta http-equiv=\"refresh\" content=\"0; url=\($0)\">\n" } ?? ""
        return Response(
            status: status, contentType: "text/html; charset=utf-8",
            text: """
                <!DOCTYPE html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width">
                <meta name="color-scheme" content="light dark">
                <link rel="icon" href="data:,">
                \(refresh)\
                <title>\(title) – Trellis</title>
                <main>
                <h1>\(title)</h1>
                <p>\(text)</p>
                </main>

                """)
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
