import Foundation
import Testing
import TrellisHTTP

@testable import Issues

@Suite("Parsing", .timeLimit(.minutes(2)))
struct ParsingTests {
    @Test(
        "derives the web server from the URL of the REST API",
        arguments: [
            ("https://api.github.com", "https://github.com"),
            ("https://github.example.com/api/v3", "https://github.example.com"),
            ("https://api.octocorp.ghe.com", "https://octocorp.ghe.com"),
        ])
    func webServer(base: String, expected: String) throws {
        #expect(try ServerURL(base).webServer.text == expected)
    }

    /// See docs.github.com, "Using pagination in the REST API", and RFC 8288, 3.
    @Test(
        "returns the URL of the next page from a Link header",
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

    @Test("accepts the full name of a repository", arguments: ["octocat/Hello-World", "a/b.c", "a_b/.github"])
    func repository(name: String) {
        #expect(RepositoryName(name)?.description == name)
    }

    @Test("decodes an issue in all forms of GitHub's schema")
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
