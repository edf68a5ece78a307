import AsyncHTTPClient
import Foundation
import NIOCore
public import NIOHTTP1
import Testing
public import Varlink

/// A browser on the dashboard, as far as a daemon can observe one: requests with the token of a session.
public struct WebBrowser: Sendable {
    /// A response.
    public struct Answer: Sendable {
        /// The status code.
        public var status: Int

        /// The header fields.
        public var headers: HTTPHeaders

        /// The body.
        public var text: String

        /// The text as JSON.
        public var json: JSONValue { get throws { try JSONValue(parsing: text) } }
    }

    /// The address of the server, such as `http://127.0.0.1:8765`.
    public let server: String

    /// The token that the page sends; nil for none.
    public var token: String?

    /// Creates a browser.
    ///
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - token: The token of a session; nil for none.
    public init(server: String, token: String? = nil) { (self.server, self.token) = (server, token) }

    /// Signs in with the URL that `SignIn` returns, and that `trellisctl dashboard` prints.
    ///
    /// - Throws: An expectation failure when the daemon rejects the URL.
    public init(signingInWith url: String) async throws {
        let answer: Answer
        (self, answer) = try await Self.visiting(url)
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// Opens a URL that `trellisctl dashboard` prints.
    ///
    /// - Returns: A browser with the token of the response, if any, and the response.
    public static func visiting(_ url: String) async throws -> (WebBrowser, Answer) {
        let parts = try #require(URL(string: url.trimmingCharacters(in: .whitespacesAndNewlines)))
        var browser = WebBrowser(server: "http://\(parts.host() ?? ""):\(parts.port ?? 0)", token: parts.fragment())
        let answer = try await browser.send(.POST, parts.path())
        browser.token = try? answer.json["session"]?.stringValue
        return (browser, answer)
    }

    /// Sends a request.
    public func send(
        _ method: HTTPMethod, _ path: String, _ headers: [(String, String)] = [], body: String? = nil
    ) async throws -> Answer {
        var request = request(method, path, headers)
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 8 << 20))
        return Answer(status: Int(response.status.code), headers: response.headers, text: text)
    }

    /// Sends a GET request.
    public func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await send(.GET, path, headers)
    }

    /// Makes a call.
    public func call(
        _ method: String, _ parameters: String = "{}", _ headers: [(String, String)] = []
    ) async throws -> Answer {
        let type = headers.contains { $0.0 == "Content-Type" } ? [] : [("Content-Type", "application/json")]
        return try await send(.POST, "/call/\(method)", type + headers, body: parameters)
    }

    /// Opens the stream of a page.
    ///
    /// - Parameter id: The identifier of the last event that the page has received.
    /// - Returns: The events.
    /// - Throws: An expectation failure when the daemon rejects the request.
    public func stream(after id: String? = nil) async throws -> WebEvents {
        let request = request(.GET, "/stream", id.map { [("Last-Event-ID", $0)] } ?? [])
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(300))
        try #require(response.status == .ok)
        return WebEvents(bytes: response.body.makeAsyncIterator())
    }

    private func request(_ method: HTTPMethod, _ path: String, _ headers: [(String, String)]) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server + path)
        request.method = method
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        return request
    }
}
