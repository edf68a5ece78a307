import Foundation
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

/// Links between pages that lead nowhere.
@Suite("Links to next pages", .timeLimit(.minutes(10)))
struct PageLinkTests {
    private static let labels = "/repositories/1296269/labels"

    /// Lists labels whose page links to other pages, and returns the reason of the error.
    private func failure(
        over transport: Transport = .process, linking link: (IssuesSetting) -> [(page: String?, next: String)]
    ) async throws -> (reason: String?, requests: Int) {
        var outcome: (reason: String?, requests: Int) = (nil, 0)
        try await IssuesSetting.with(over: transport, token: "gho_octocat") { setting async throws in
            for (page, next) in link(setting) {
                setting.github.fail(
                    "/labels", page: page,
                    with: LoopbackServer.Reply.json([["name": "bug"]]).adding(["link": "<\(next)>; rel=\"next\""]))
            }
            do {
                _ = try await collect(setting.issues.options(repository: "octocat/Hello-World", kind: .label))
            } catch IssuesError.unreachable(let reason, "2027-01-15T08:00:00Z") {
                outcome = (reason, setting.github.requests.count)
            }
        }
        return outcome
    }

    @Test("end the listing when a page links to itself", arguments: Transport.allCases)
    func itself(over transport: Transport) async throws {
        let first = try await failure(over: transport) { setting in
            [(nil, "\(setting.server.url)/repos/octocat/Hello-World/labels?per_page=100")]
        }
        #expect(first.reason == "its link to the next page leads to a page that was read before")
        #expect(first.requests == 1)
        let second = try await failure(over: transport) { setting in
            [("2", "\(setting.server.url)\(Self.labels)?page=2"), (nil, "\(setting.server.url)\(Self.labels)?page=2")]
        }
        #expect(second.reason == first.reason)
        #expect(second.requests == 2)
    }

    @Test("end the listing when they lead back")
    func circle() async throws {
        let outcome = try await failure { setting in
            let url = "\(setting.server.url)\(Self.labels)"
            return [("2", "\(url)?page=3"), ("3", "\(url)?page=2"), (nil, "\(url)?page=2")]
        }
        #expect(outcome.reason == "its link to the next page leads to a page that was read before")
        #expect(outcome.requests == 3)
    }

    @Test("are not followed to another server, which the token is not for")
    func otherServer() async throws {
        let other = FakeGitHub()
        try await LoopbackServer.with({ other.reply(to: $0) }) { elsewhere in
            let outcome = try await failure { _ in [(nil, "\(elsewhere.url)\(Self.labels)?page=2")] }
            #expect(outcome.reason == "its link to the next page leads to another server")
            #expect(outcome.requests == 1)
            #expect(other.requests.isEmpty)
        }
    }

    @Test("end the listing after 10,000 pages")
    func bound() async throws {
        let walk = PageWalk<Int> { link in
            let number = link.flatMap { Int($0.url) } ?? 1
            return Answer(
                Page(elements: [number], link: PageLink(url: "\(number)"), next: PageLink(url: "\(number + 1)")))
        }
        var last = 0
        let error = await #expect(throws: GitHubFailure.self) {
            try await walk.run {
                last = $0.value
                return true
            }
        }
        #expect(error == .unusableListing(reason: "its listing has more than 10000 pages"))
        #expect(last == PageWalk<Int>.maximumPages)
    }
}
