import Foundation
import Testing
import Trellis
import TrellisHTTP

@Suite("ServerURL", .timeLimit(.minutes(2)))
struct ServerURLTests {
    @Test(
        "accepts https, and http on the loopback interface, without query, fragment and user",
        arguments: [
            ("https://api.github.com", "https://api.github.com"),
            ("https://GitHub.Example.com/api/v3/", "https://github.example.com/api/v3"),
            ("https://api.github.com:8443", "https://api.github.com:8443"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:80/x", "http://[::1]:80/x"),
            ("http://localhost", "http://localhost"), ("http://api.github.com", nil), ("ftp://127.0.0.1", nil),
            ("https://user:secret@api.github.com", nil), ("https://api.github.com?x=1", nil),
            ("https://api.github.com#x", nil), ("api.github.com", nil), ("", nil), ("https://api.github.com:0", nil),
            ("https://api.github.com:65535", "https://api.github.com:65535"), ("https://api.github.com:65536", nil),
            ("https://", nil),
        ] as [(String, String?)])
    func server(text: String, expected: String?) {
        #expect((try? ServerURL(text))?.text == expected)
    }

    @Test("omits the password from the error", arguments: ["https://user:secret@h", "https://:secret@h/x"])
    func password(text: String) {
        #expect {
            try ServerURL(text)
        } throws: { error in
            "\(error)" == "'https://(redacted)@h' must not have a user, a query or a fragment; remove them"
        }
    }

    @Test("compares origins by scheme, host and port")
    func origin() throws {
        let server = try ServerURL("https://api.github.com")
        for text in ["https://api.github.com/x", "https://API.github.com:443/"] {
            #expect(server.hasSameOrigin(as: try #require(URL(string: text))), "\(text)")
        }
        for text in [
            "http://api.github.com/x", "https://api.github.com:444/", "https://api.github.com.evil.example/",
            "https://api.github.com@evil.example/", "https://evil@api.github.com/", "/x",
        ] {
            #expect(!server.hasSameOrigin(as: try #require(URL(string: text))), "\(text)")
        }
    }

    @Test("percent-encodes the path and the query")
    func encoding() throws {
        let server = try ServerURL("https://github.example.com/api/v3")
        #expect(
            server.url(["repos", "a/b"], query: [(name: "labels", value: "good first issue,ü")])
                == "https://github.example.com/api/v3/repos/a%2Fb?labels=good%20first%20issue%2C%C3%BC")
    }

    @Test("a parsed URL equals a URL that was created from its parts")
    func parts() throws {
        #expect(ServerURL(host: "API.example.org", path: "/v3/") == (try ServerURL("https://api.example.org/v3")))
        #expect(try ServerURL("http://localhost:8080/api").root(of: "127.0.0.1").text == "http://127.0.0.1:8080")
    }

    @Test(
        "reports an invalid setting with the expected value",
        arguments: [
            ("example.org", "is not a URL; expected one such as https://"),
            ("https://example.org?x=1", "must not have a user, a query or a fragment; remove them"),
            ("http://example.org", "over the network unencrypted; use https"),
            ("ftp://example.org", "has an unsupported scheme; expected https"),
        ])
    func setting(text: String, reason: String) {
        let settings = Settings(path: ["plugins", "weather"], source: OneText(text: text))
        #expect(settings.server("url", default: ServerURL(host: "example.org"), "Where it is.").host == "example.org")
        #expect(settings.server("mirror", "Where it is, too.") == nil)
        #expect(settings.diagnostics.map { $0.path.last } == ["url", "mirror"])
        #expect(settings.diagnostics.allSatisfy { $0.message.hasPrefix("'\(text)' ") && $0.message.contains(reason) })
    }
}
