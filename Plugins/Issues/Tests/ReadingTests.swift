import Foundation
import Testing

@testable import Issues

/// What is read of URLs, headers and names.
@Suite("Reading")
struct ReadingTests {
    @Test(
        "takes the URL of a server, and no unencrypted one but on the loopback interface",
        arguments: [
            ("https://api.github.com", "https://api.github.com"),
            ("https://GitHub.Example.com/api/v3/", "https://github.example.com/api/v3"),
            ("https://api.github.com:8443", "https://api.github.com:8443"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:80/x", "http://[::1]:80/x"),
            ("http://localhost", "http://localhost"), ("http://api.github.com", nil), ("ftp://127.0.0.1", nil),
            ("https://user:secret@api.github.com", nil), ("https://api.github.com?x=1", nil),
            ("https://api.github.com#x", nil), ("api.github.com", nil), ("", nil), ("https://", nil),
        ] as [(String, String?)])
    func server(text: String, expected: String?) {
        #expect(ServerURL(text)?.text == expected)
    }

    @Test(
        "knows where people sign in",
        arguments: [
            ("https://api.github.com", "https://github.com"),
            ("https://github.example.com/api/v3", "https://github.example.com"),
            ("https://api.octocorp.ghe.com", "https://octocorp.ghe.com"),
        ])
    func webServer(base: String, expected: String) {
        #expect(ServerURL(base)?.webServer.text == expected)
    }

    @Test("tells a server from another by scheme, host and port")
    func origin() throws {
        let server = try #require(ServerURL("https://api.github.com"))
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

    @Test("encodes what stands in a URL")
    func encoding() throws {
        let server = try #require(ServerURL("https://github.example.com/api/v3"))
        #expect(
            server.url(["repos", "a/b"], query: [(name: "labels", value: "good first issue,ü")])
                == "https://github.example.com/api/v3/repos/a%2Fb?labels=good%20first%20issue%2C%C3%BC")
    }

    /// docs.github.com, "Using pagination in the REST API"; RFC 8288, 3.
    @Test(
        "finds the next page",
        arguments: [
            (#"<https://x/?page=2>; rel="next", <https://x/?page=9>; rel="last""#, "https://x/?page=2"),
            (#"<https://x/?page=1>; rel="prev", <https://x/?page=3>; rel="next""#, "https://x/?page=3"),
            (#"<https://x/?labels=a,b;c&page=2>; rel="next""#, "https://x/?labels=a,b;c&page=2"),
            (#"<https://x/2>;REL=next"#, "https://x/2"), (#"<https://x/2>; rel="last next""#, "https://x/2"),
            (#"<https://x/1>; rel="prev""#, nil), (#"<https://x/1>; rel="nextish""#, nil), ("", nil), ("<", nil),
            (nil, nil),
        ] as [(String?, String?)])
    func link(header: String?, expected: String?) {
        #expect(LinkHeader.next(in: header) == expected)
    }

    @Test("takes the name of a repository", arguments: ["octocat/Hello-World", "a/b.c", "a_b/.github"])
    func repository(name: String) {
        #expect(RepositoryName(name)?.description == name)
    }

    @Test("reads an issue in every shape that GitHub's documentation has")
    func issue() throws {
        let json = """
            {"number": 7, "title": "Tea", "state": "closed", "labels": ["plain", {"name": "bug"}, {"name": null}, {}],
             "milestone": null, "user": null, "assignees": null, "created_at": "2011-04-22T13:33:48Z",
             "updated_at": "2011-04-22T13:33:48Z", "closed_at": null, "html_url": "https://github.com", "body": null}
            """
        let issue = try JSONDecoder().decode(GitHubIssue.self, from: Data(json.utf8))
        #expect(issue.labels == ["plain", "bug"])
        #expect(issue.author == nil)
        #expect(issue.assignees == [])
        #expect(issue.comments == 0)
        #expect(!issue.isPullRequest)
    }
}
