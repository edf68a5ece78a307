import AsyncHTTPClient
import Dashboard
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import Trellis

/// A browser, as far as the server can observe one: requests with a cookie.
struct Browser {
    /// A response.
    struct Answer {
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

    /// Signs in with the URL of `SignIn`.
    ///
    /// - Returns: The signed-in browser.
    static func signIn(_ caller: any VarlinkCaller) async throws -> Browser {
        let url = try #require(URL(string: try await DashboardClient(caller).signIn().url))
        var browser = Browser(server: "http://\(url.host() ?? ""):\(url.port ?? 0)")
        let answer = try await browser.get("/login?\(url.query() ?? "")")
        #expect(answer.status == 200)
        browser.cookie = answer.headers["Set-Cookie"].first?.split(separator: ";").first.map(String.init)
        return browser
    }

    /// Sends a request.
    func send(
        _ method: HTTPMethod, _ path: String, _ headers: [(String, String)] = [], body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: server + path)
        request.method = method
        if let cookie { request.headers.add(name: "Cookie", value: cookie) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 8 << 20))
        return Answer(status: Int(response.status.code), headers: response.headers, text: text)
    }

    /// Sends a GET request.
    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await send(.GET, path, headers)
    }

    /// Makes a call.
    func call(
        _ method: String, _ parameters: String = "{}", _ headers: [(String, String)] = []
    ) async throws -> Answer {
        let type = headers.contains { $0.0 == "Content-Type" } ? [] : [("Content-Type", "application/json")]
        return try await send(.POST, "/call/\(method)", type + headers, body: parameters)
    }
}
