import Foundation
import Issues
import SystemPackage
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// Tests of conditional requests: docs.github.com, "Best practices for using the REST API", "Use conditional requests
/// if appropriate".
@Suite("Cached responses", .timeLimit(.minutes(2)))
struct CacheTests {
    private static let name = "octocat/Hello-World"

    @Test("revalidates a response by ETag, without counting against the rate limit")
    func conditional() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            for command in ReadCommand.allCases { _ = try await command.replies(of: fixture.issues) }
            let first = fixture.github.requests.count
            let remaining = fixture.github.current.remaining
            for command in ReadCommand.allCases {
                let replies = try await command.replies(of: fixture.issues)
                #expect(replies.allSatisfy { $0.age == nil })
            }
            let second = fixture.github.requests.dropFirst(first)
            #expect(!second.isEmpty)
            #expect(second.allSatisfy { $0.headers["if-none-match"]?.hasPrefix("W/") == true })
            #expect(fixture.github.current.remaining == remaining)
        }
    }

    @Test("finds a page that was added after an unchanged one")
    func addedPage() async throws {
        try await IssuesFixture.with { fixture async throws in
            func names() async throws -> [String?] {
                try await collect(fixture.issues.repos(owner: "octocat")).map(\.repository?.name)
            }
            let first = try await names()
            fixture.github.change { $0.pageSize = first.count }
            #expect(try await names() == first)
            fixture.github.change { $0.repos.append(.init(id: 9, name: "octocat/zebra")) }
            // The second listing sends the ETag of the page that the first one has cached with its link.
            for _ in 0..<2 { #expect(try await names() == first + ["octocat/zebra"]) }
            fixture.github.change { $0.repos.removeLast() }
            #expect(try await names() == first)
        }
    }

    @Test("creates its directory again when that was removed")
    func removedDirectory() async throws {
        try await IssuesFixture.with { fixture async throws in
            _ = try await fixture.issues.show(repository: Self.name, number: 1)
            let cache = fixture.plugin.directories.cache.string
            for folder in try FileManager.default.contentsOfDirectory(atPath: cache) {
                try FileManager.default.removeItem(atPath: "\(cache)/\(folder)")
            }
            _ = try await fixture.issues.show(repository: Self.name, number: 1)
            await fixture.server.unplug()
            #expect(try await fixture.issues.show(repository: Self.name, number: 1).age != nil)
        }
    }

    @Test("ignores an ETag that cannot be sent in a header")
    func invalidETag() async throws {
        try await IssuesFixture.with { fixture async throws in
            let issue = """
                {"number":1,"title":"Tea","state":"open","created_at":"2011-04-22T13:33:48Z",
                 "updated_at":"2011-04-22T13:33:48Z","html_url":"https://github.com"}
                """
            fixture.github.fail(
                "/issues", with: .answer(status: 200, headers: ["etag": "\"\u{E9}\""], body: Array(issue.utf8)))
            for _ in 0..<2 {
                let reply = try await fixture.issues.show(repository: Self.name, number: 1)
                #expect(reply.age == nil)
                #expect(fixture.github.requests.last?.headers["if-none-match"] == nil)
            }
        }
    }

    @Test("replaces a response that has changed")
    func change() async throws {
        try await IssuesFixture.with { fixture async throws in
            #expect(try await fixture.issues.show(repository: Self.name, number: 1).issue.title == "Found a bug")
            fixture.github.change { $0.repos[0].issues[0].title = "Found two" }
            #expect(try await fixture.issues.show(repository: Self.name, number: 1).issue.title == "Found two")
            fixture.github.fail("/", with: .drop)
            #expect(try await fixture.issues.show(repository: Self.name, number: 1).issue.title == "Found two")
        }
    }

    @Test("measures the age of a response from its last confirmation by GitHub")
    func age() async throws {
        try await IssuesFixture.with { fixture async throws in
            _ = try await fixture.issues.show(repository: Self.name, number: 1)
            fixture.clock.advance(by: .seconds(3_600))
            _ = try await fixture.issues.show(repository: Self.name, number: 1)
            fixture.clock.advance(by: .seconds(60))
            await fixture.server.unplug()
            let age = try await fixture.issues.show(repository: Self.name, number: 1).age
            #expect((60...62).contains(age ?? 0))
        }
    }

    @Test("keeps responses across a restart")
    func restart() async throws {
        let github = FakeGitHub()
        let clock = ManualClock(skippingSleepsBelow: .seconds(5))
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                func run(_ body: (IssuesFixture) async throws -> Void) async throws {
                    try await IssuesFixture.with(
                        token: "gho_octocat", github: github, on: server, in: folder, clock: clock, body)
                }
                try await run { fixture in
                    for command in ReadCommand.allCases { _ = try await command.replies(of: fixture.issues) }
                }
                await server.unplug()
                clock.advance(by: .seconds(86_400))
                try await run { fixture in
                    for command in ReadCommand.allCases {
                        let replies = try await command.replies(of: fixture.issues)
                        #expect(!replies.isEmpty)
                        #expect(replies.allSatisfy { $0.age ?? 0 >= 86_400 })
                    }
                }
            }
        }
    }

    @Test("uses the cache without a request for 5 s after a failure")
    func recentFailure() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.change { $0.pageSize = 1 }
            let count = try await collect(fixture.issues.issues(repository: Self.name)).count
            fixture.github.fail("/", with: .drop)
            let before = fixture.github.requests.count
            let replies = try await collect(fixture.issues.issues(repository: Self.name))
            #expect(replies.count == count)
            // The first page was requested three times, and the other pages were not requested.
            #expect(fixture.github.requests.count == before + 3)
            fixture.github.repair()
            fixture.clock.advance(by: .seconds(10))
            #expect(try await collect(fixture.issues.issues(repository: Self.name)).allSatisfy { $0.age == nil })
        }
    }

    @Test("caches the responses of each account separately, and removes them at a sign-out")
    func accounts() async throws {
        try await IssuesFixture.with { fixture async throws in
            let cache = fixture.plugin.directories.cache.string
            _ = try await fixture.issues.show(repository: Self.name, number: 1)
            try await fixture.login()
            #expect(try await collect(fixture.issues.repos()).contains { $0.repository?.private == true })
            #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 2)
            _ = try await fixture.issues.logout()
            #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == ["anonymous"])
            fixture.github.change { state in
                state.tokens["gho_octocat"] = nil
                state.tokens["gho_hubot"] = "hubot"
                state.issuedToken = "gho_hubot"
            }
            try await fixture.login()
            await fixture.server.unplug()
            await #expect {
                try await collect(fixture.issues.repos())
            } throws: { error in
                guard case .unreachable = error as? IssuesError else { return false }
                return true
            }
        }
    }

    @Test("removes the responses of another account when the credential changes")
    func otherCredential() async throws {
        let github = FakeGitHub { $0.tokens["ghp_hubot"] = "hubot" }
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                var folders: [String] = []
                for token in ["gho_octocat", "ghp_hubot"] {
                    try await IssuesFixture.with(token: token, github: github, on: server, in: folder) {
                        fixture async throws in
                        _ = try await fixture.issues.whoAmI()
                        let cache = fixture.plugin.directories.cache.string
                        folders += try FileManager.default.contentsOfDirectory(atPath: cache)
                    }
                }
                // Each account has one directory, and the names differ.
                #expect(folders.count == 2)
                #expect(Set(folders).count == 2)
            }
        }
    }

    @Test(
        "removes a damaged file and requests the resource again",
        arguments: ["", "{}", "nothing\n", "{\"version\":2}\n[]", nil, "etag"])
    func damage(contents: String?) async throws {
        try await IssuesFixture.with { fixture async throws in
            _ = try await fixture.issues.show(repository: Self.name, number: 1)
            let folder = fixture.plugin.directories.cache.appending("anonymous").string
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.count == 1)
            for file in files {
                let url = URL(fileURLWithPath: "\(folder)/\(file)")
                if let contents, contents != "etag" {
                    try Data(contents.utf8).write(to: url)
                    continue
                }
                // The title or the ETag is replaced by one of the same length, so that the JSON can still be decoded.
                let (old, new) =
                    contents == nil ? ("Found a bug", "Found a mug") : (#""etag":"W"#, #""etag":"w"#)
                var data = try Data(contentsOf: url)
                data.replaceSubrange(try #require(data.range(of: Data(old.utf8))), with: Data(new.utf8))
                try data.write(to: url)
            }
            await fixture.server.unplug()
            await #expect(throws: IssuesError.self) { try await fixture.issues.show(repository: Self.name, number: 1) }
            #expect(fixture.log.lines.filter { $0.contains("removing a damaged cache file") }.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            try await fixture.server.plugIn()
            fixture.clock.advance(by: .seconds(10))
            #expect(try await fixture.issues.show(repository: Self.name, number: 1).issue.title == "Found a bug")
            #expect(fixture.github.requests.last?.headers["if-none-match"] == nil)
        }
    }

    @Test("returns responses when the cache is disabled or its directory is missing")
    func nothing() async throws {
        try await IssuesFixture.with(settings: ["cacheSize": "0"]) { fixture async throws in
            _ = try await fixture.issues.show(repository: Self.name, number: 1)
            let cache = fixture.plugin.directories.cache.string
            let files = FileManager.default.enumerator(atPath: cache)?.allObjects as? [String]
            #expect(files == ["anonymous"])
        }
        try await IssuesFixture.with { fixture async throws in
            _ = try await fixture.issues.show(repository: Self.name, number: 3)
            let folder = fixture.plugin.directories.cache.appending("anonymous").string
            try FileManager.default.removeItem(atPath: folder)
            #expect(try await fixture.issues.show(repository: Self.name, number: 1).issue.number == 1)
        }
    }

    @Test("removes the responses with the oldest confirmations when the cache is full")
    func bound() async throws {
        try await IssuesFixture.with(settings: ["cacheSize": "4K"]) { fixture async throws in
            fixture.github.change { state in
                state.repos[0].issues = (1...20).map { number in
                    FakeGitHub.Entry(number: number, title: "Issue", body: String(repeating: "a", count: 500))
                }
            }
            for number in 1...20 {
                fixture.clock.advance(by: .seconds(1))
                _ = try await fixture.issues.show(repository: Self.name, number: number)
            }
            let folder = fixture.plugin.directories.cache.appending("anonymous").string
            let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).map { file in
                try #require(try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[.size] as? Int)
            }
            #expect((1...4_096).contains(sizes.reduce(0, +)))
            await fixture.server.unplug()
            #expect(try await fixture.issues.show(repository: Self.name, number: 20).age != nil)
            await #expect(throws: IssuesError.self) { try await fixture.issues.show(repository: Self.name, number: 1) }
        }
    }

    @Test("creates cache directories with mode 0700")
    func mode() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            _ = try await collect(fixture.issues.repos())
            let cache = fixture.plugin.directories.cache.string
            let folders = try FileManager.default.contentsOfDirectory(atPath: cache)
            #expect(folders.count == 1)
            for folder in folders {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(cache)/\(folder)")
                #expect(attributes[.posixPermissions] as? Int == 0o700)
            }
        }
    }
}
