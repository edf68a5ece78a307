import Foundation
import Issues
import SystemPackage
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// docs.github.com, "Best practices for using the REST API", "Use conditional requests if appropriate".
@Suite("What was read before", .timeLimit(.minutes(10)))
struct CacheTests {
    private static let name = "octocat/Hello-World"

    @Test("is asked for on the condition that it has changed, which costs no request of the limit")
    func conditional() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            for command in ReadCommand.allCases { _ = try await command.replies(of: setting.issues) }
            let first = setting.github.requests.count
            let remaining = setting.github.current.remaining
            for command in ReadCommand.allCases {
                let replies = try await command.replies(of: setting.issues)
                #expect(replies.allSatisfy { $0.age == nil })
            }
            let second = setting.github.requests.dropFirst(first)
            #expect(!second.isEmpty)
            #expect(second.allSatisfy { $0.headers["if-none-match"]?.hasPrefix("W/") == true })
            #expect(setting.github.current.remaining == remaining)
        }
    }

    @Test("is asked for without an ETag that can't stand in a header")
    func invalidETag() async throws {
        try await IssuesSetting.with { setting async throws in
            let issue = """
                {"number":1,"title":"Tea","state":"open","created_at":"2011-04-22T13:33:48Z",
                 "updated_at":"2011-04-22T13:33:48Z","html_url":"https://github.com"}
                """
            setting.github.fail(
                "/issues", with: .answer(status: 200, headers: ["etag": "\"\u{E9}\""], body: Array(issue.utf8)))
            for _ in 0..<2 {
                let reply = try await setting.issues.show(repository: Self.name, number: 1)
                #expect(reply.age == nil)
                #expect(setting.github.requests.last?.headers["if-none-match"] == nil)
            }
        }
    }

    @Test("is replaced when it has changed")
    func change() async throws {
        try await IssuesSetting.with { setting async throws in
            #expect(try await setting.issues.show(repository: Self.name, number: 1).issue.title == "Found a bug")
            setting.github.change { $0.repos[0].issues[0].title = "Found two" }
            #expect(try await setting.issues.show(repository: Self.name, number: 1).issue.title == "Found two")
            setting.github.fail("/", with: .drop)
            #expect(try await setting.issues.show(repository: Self.name, number: 1).issue.title == "Found two")
        }
    }

    @Test("is as old as GitHub's last word on it, which may be that nothing has changed")
    func age() async throws {
        try await IssuesSetting.with { setting async throws in
            _ = try await setting.issues.show(repository: Self.name, number: 1)
            setting.clock.advance(by: .seconds(3_600))
            _ = try await setting.issues.show(repository: Self.name, number: 1)
            setting.clock.advance(by: .seconds(60))
            await setting.server.unplug()
            let age = try await setting.issues.show(repository: Self.name, number: 1).age
            #expect((60...62).contains(age ?? 0))
        }
    }

    @Test("outlives a restart")
    func restart() async throws {
        let github = FakeGitHub()
        let clock = ManualClock()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                func run(_ body: (IssuesSetting) async throws -> Void) async throws {
                    try await IssuesSetting.with(
                        token: "gho_octocat", github: github, on: server, in: folder, clock: clock, body)
                }
                try await run { setting in
                    for command in ReadCommand.allCases { _ = try await command.replies(of: setting.issues) }
                }
                await server.unplug()
                clock.advance(by: .seconds(86_400))
                try await run { setting in
                    for command in ReadCommand.allCases {
                        let replies = try await command.replies(of: setting.issues)
                        #expect(!replies.isEmpty)
                        #expect(replies.allSatisfy { $0.age ?? 0 >= 86_400 })
                    }
                }
            }
        }
    }

    @Test("answers at once when somebody has just found out that GitHub is away, and is asked for again soon")
    func freshFailure() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.change { $0.pageSize = 1 }
            let count = try await collect(setting.issues.issues(repository: Self.name)).count
            setting.github.fail("/", with: .drop)
            let before = setting.github.requests.count
            let replies = try await collect(setting.issues.issues(repository: Self.name))
            #expect(replies.count == count)
            // Three attempts for the first page, and none for the others.
            #expect(setting.github.requests.count == before + 3)
            setting.github.repair()
            setting.clock.advance(by: .seconds(10))
            #expect(try await collect(setting.issues.issues(repository: Self.name)).allSatisfy { $0.age == nil })
        }
    }

    @Test("is one's own: a sign-out removes it, and the next account does not get it")
    func accounts() async throws {
        try await IssuesSetting.with { setting async throws in
            let cache = setting.plugin.directories.cache.string
            _ = try await setting.issues.show(repository: Self.name, number: 1)
            try await setting.login()
            #expect(try await collect(setting.issues.repos()).contains { $0.repository?.private == true })
            #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 2)
            _ = try await setting.issues.logout()
            #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == ["anonymous"])
            setting.github.change { state in
                state.tokens["gho_octocat"] = nil
                state.tokens["gho_hubot"] = "hubot"
                state.issuedToken = "gho_hubot"
            }
            try await setting.login()
            await setting.server.unplug()
            await #expect {
                try await collect(setting.issues.repos())
            } throws: { error in
                guard case .unreachable = error as? IssuesError else { return false }
                return true
            }
        }
    }

    @Test("goes when the operator hands over another account's token")
    func otherCredential() async throws {
        let github = FakeGitHub { $0.tokens["ghp_hubot"] = "hubot" }
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                var folders: [String] = []
                for token in ["gho_octocat", "ghp_hubot"] {
                    try await IssuesSetting.with(token: token, github: github, on: server, in: folder) {
                        setting async throws in
                        _ = try await setting.issues.whoAmI()
                        let cache = setting.plugin.directories.cache.string
                        folders += try FileManager.default.contentsOfDirectory(atPath: cache)
                    }
                }
                // One each time, and not the same.
                #expect(folders.count == 2)
                #expect(Set(folders).count == 2)
            }
        }
    }

    @Test(
        "is fetched again when its file is damaged",
        arguments: ["", "{}", "nothing\n", "{\"version\":2}\n[]", nil, "etag"])
    func damage(contents: String?) async throws {
        try await IssuesSetting.with { setting async throws in
            _ = try await setting.issues.show(repository: Self.name, number: 1)
            let folder = setting.plugin.directories.cache.appending("anonymous").string
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.count == 1)
            for file in files {
                let url = URL(fileURLWithPath: "\(folder)/\(file)")
                if let contents, contents != "etag" {
                    try Data(contents.utf8).write(to: url)
                    continue
                }
                // A title or an ETag of the same length, in JSON that can be decoded.
                let (old, new) =
                    contents == nil ? ("Found a bug", "Found a mug") : (#""etag":"W"#, #""etag":"w"#)
                var data = try Data(contentsOf: url)
                data.replaceSubrange(try #require(data.range(of: Data(old.utf8))), with: Data(new.utf8))
                try data.write(to: url)
            }
            await setting.server.unplug()
            await #expect(throws: IssuesError.self) { try await setting.issues.show(repository: Self.name, number: 1) }
            #expect(setting.log.lines.filter { $0.contains("removing a damaged cache file") }.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            try await setting.server.plugIn()
            setting.clock.advance(by: .seconds(10))
            #expect(try await setting.issues.show(repository: Self.name, number: 1).issue.title == "Found a bug")
            #expect(setting.github.requests.last?.headers["if-none-match"] == nil)
        }
    }

    @Test("is not missed when it can't be written, and nothing is kept when the operator wants nothing kept")
    func nothing() async throws {
        try await IssuesSetting.with(settings: ["cacheSize": "0"]) { setting async throws in
            _ = try await setting.issues.show(repository: Self.name, number: 1)
            let cache = setting.plugin.directories.cache.string
            let files = FileManager.default.enumerator(atPath: cache)?.allObjects as? [String]
            #expect(files == ["anonymous"])
        }
        try await IssuesSetting.with { setting async throws in
            _ = try await setting.issues.show(repository: Self.name, number: 3)
            let folder = setting.plugin.directories.cache.appending("anonymous").string
            try FileManager.default.removeItem(atPath: folder)
            #expect(try await setting.issues.show(repository: Self.name, number: 1).issue.number == 1)
        }
    }

    @Test("has a bound: what GitHub confirmed longest ago goes")
    func bound() async throws {
        try await IssuesSetting.with(settings: ["cacheSize": "4K"]) { setting async throws in
            setting.github.change { state in
                state.repos[0].issues = (1...20).map { number in
                    FakeGitHub.Entry(number: number, title: "Issue", body: String(repeating: "a", count: 500))
                }
            }
            for number in 1...20 {
                setting.clock.advance(by: .seconds(1))
                _ = try await setting.issues.show(repository: Self.name, number: number)
            }
            let folder = setting.plugin.directories.cache.appending("anonymous").string
            let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).map { file in
                try #require(try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[.size] as? Int)
            }
            #expect((1...4_096).contains(sizes.reduce(0, +)))
            await setting.server.unplug()
            #expect(try await setting.issues.show(repository: Self.name, number: 20).age != nil)
            await #expect(throws: IssuesError.self) { try await setting.issues.show(repository: Self.name, number: 1) }
        }
    }

    @Test("is for nobody else to read")
    func mode() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            _ = try await collect(setting.issues.repos())
            let cache = setting.plugin.directories.cache.string
            let folders = try FileManager.default.contentsOfDirectory(atPath: cache)
            #expect(folders.count == 1)
            for folder in folders {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(cache)/\(folder)")
                #expect(attributes[.posixPermissions] as? Int == 0o700)
            }
        }
    }
}
