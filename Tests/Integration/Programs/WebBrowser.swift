import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import Varlink

/// A browser that is signed in to the dashboard of a daemon, as far as the daemon can observe one.
struct WebBrowser: Sendable {
    /// A response.
    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var text: String

        /// The text as JSON.
        var json: JSONValue { get throws { try JSONValue(parsing: text) } }
    }

    /// The address of the server, such as `http://127.0.0.1:8765`.
    let server: String

    /// The cookie that the browser sends; nil for none.
    var cookie: String?

    /// Signs in with the URL that `trellisctl dashboard` prints.
    init(signingInWith url: String) async throws {
        let answer: Answer
        (self, answer) = try await Self.visiting(url)
        try #require(answer.status == 200, "\(answer.text)")
    }

    private init(server: String) { self.server = server }

    /// Opens a URL that `trellisctl dashboard` prints.
    ///
    /// - Returns: A browser with the cookie of the response, if any, and the response.
    static func visiting(_ url: String) async throws -> (WebBrowser, Answer) {
        let parts = try #require(URL(string: url.trimmingCharacters(in: .whitespacesAndNewlines)))
        var browser = WebBrowser(server: "http://\(parts.host() ?? ""):\(parts.port ?? 0)")
        let answer = try await browser.get("/login?\(parts.query() ?? "")")
        browser.cookie = answer.headers["Set-Cookie"].first?.split(separator: ";").first.map(String.init)
        return (browser, answer)
    }

    private func request(_ method: HTTPMethod, _ path: String, _ headers: [(String, String)]) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server + path)
        request.method = method
        if let cookie { request.headers.add(name: "Cookie", value: cookie) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        return request
    }

    /// Sends a GET request.
    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await answer(to: request(.GET, path, headers))
    }

    /// Makes a call.
    func call(_ method: String, _ parameters: String = "{}") async throws -> Answer {
        var request = request(.POST, "/call/\(method)", [("Content-Type", "application/json")])
        request.body = .bytes(ByteBuffer(string: parameters))
        return try await answer(to: request)
    }

    private func answer(to request: HTTPClientRequest) async throws -> Answer {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 8 << 20))
        return Answer(status: Int(response.status.code), headers: response.headers, text: text)
    }

    /// Opens the stream of a page.
    ///
    /// - Parameter id: The identifier of the last event that the page has received.
    /// - Returns: The events.
    /// - Throws: An expectation failure when the daemon rejects the request.
    func stream(after id: String? = nil) async throws -> WebEvents {
        let request = request(.GET, "/stream", id.map { [("Last-Event-ID", $0)] } ?? [])
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(300))
        try #require(response.status == .ok)
        return WebEvents(bytes: response.body.makeAsyncIterator())
    }
}

/// The server-sent events of a stream.
struct WebEvents {
    /// A server-sent event.
    struct Event {
        var name: String
        var id: String?
        var data: JSONValue
    }

    fileprivate var bytes: HTTPClientResponse.Body.AsyncIterator
    private var rest = ""

    fileprivate init(bytes: HTTPClientResponse.Body.AsyncIterator) { self.bytes = bytes }

    /// Returns the next event; nil at the end of the stream.
    mutating func next() async throws -> Event? {
        while true {
            while let end = rest.range(of: "\n\n") {
                let text = rest[..<end.lowerBound]
                rest = String(rest[end.upperBound...])
                var fields: [Substring: String] = [:]
                for line in text.split(separator: "\n") {
                    let words = line.split(separator: ": ", maxSplits: 1)
                    if words.count == 2 { fields[words[0]] = String(words[1]) }
                }
                if let name = fields["event"], let data = fields["data"] {
                    return Event(name: name, id: fields["id"], data: try JSONValue(parsing: data))
                }
            }
            guard let more = try await bytes.next() else { return nil }
            rest += String(buffer: more)
        }
    }

    /// Returns the next event that meets a condition.
    ///
    /// - Throws: An expectation failure when the stream ends before.
    mutating func first(where isMatch: (Event) -> Bool) async throws -> Event {
        while let event = try await next() { if isMatch(event) { return event } }
        return try #require(nil as Event?, "the stream has ended")
    }
}
