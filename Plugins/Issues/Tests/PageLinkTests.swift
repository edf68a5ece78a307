import Foundation
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

@Suite("Links between pages", .timeLimit(.minutes(2)))
struct PageLinkTests {
    private static let labels = "/repositories/1296269/labels"

    /// Lists labels on pages with the given links, and returns the reason in the error.
    private func failure(
        over transport: Transport = .process, linking link: (IssuesFixture) -> [(page: String?, next: String)]
    ) async throws -> (reason: String?, requests: Int) {
        var outcome: (reason: String?, requests: Int) = (nil, 0)
        try await IssuesFixture.with(over: transport, token: "gho_octocat") { fixture async throws in
            for (page, next) in link(fixture) {
                fixture.github.fail(
                    "/labels", page: page,
                    with: LoopbackServer.Reply.json([["name": "bug"]]).adding(["link": "<\(next)>; rel=\"next\""]))
            }
            do {
                _ = try await collect(fixture.issues.options(repository: "octocat/Hello-World", kind: .label))
            } catch IssuesError.unreachable(let reason, "2027-01-15T08:00:00Z") {
                outcome = (reason, fixture.github.requests.count)
            }
        }
        return outcome
    }

    @Test("ends a listing when a page links to itself", arguments: Transport.allCases)
    func itself(over transport: Transport) async throws {
        let first = try await failure(over: transport) { fixture in
            [(nil, "\(fixture.server.url)/repos/octocat/Hello-World/labels?per_page=100")]
        }
        #expect(first.reason == "the link to the next page leads to a page that was read before")
        #expect(first.requests == 1)
        let second = try await failure(over: transport) { fixture in
            [("2", "\(fixture.server.url)\(Self.labels)?page=2"), (nil, "\(fixture.server.url)\(Self.labels)?page=2")]
        }
        #expect(second.reason == first.reason)
        #expect(second.requests == 2)
    }

    @Test("ends a listing when the links form a cycle")
    func cycle() async throws {
        let outcome = try await failure { fixture in
            let url = "\(fixture.server.url)\(Self.labels)"
            return [("2", "\(url)?page=3"), ("3", "\(url)?page=2"), (nil, "\(url)?page=2")]
        }
        #expect(outcome.reason == "the link to the next page leads to a page that was read before")
        #expect(outcome.requests == 3)
    }

    @Test("does not follow a link to another server")
    func otherServer() async throws {
        let other = FakeGitHub()
        try await LoopbackServer.with({ other.reply(to: $0) }) { elsewhere in
            let outcome = try await failure { _ in [(nil, "\(elsewhere.url)\(Self.labels)?page=2")] }
            #expect(outcome.reason == "the link to the next page leads to another server")
            #expect(outcome.requests == 1)
            #expect(other.requests.isEmpty)
        }
    }

    @Test("ends a listing after 10,000 pages")
    func bound() async throws {
        let pagination = Pagination<Int> { link in
            let number = link.flatMap { Int($0.url) } ?? 1
            return Response(
                Page(elements: [number], link: PageLink(url: "\(number)"), next: PageLink(url: "\(number + 1)")))
        }
        var last = 0
        let error = await #expect(throws: GitHubFailure.self) {
            try await pagination.elements {
                last = $0.value
                return true
            }
        }
        #expect(error == .unusableListing(reason: "the listing has more than 10000 pages"))
        #expect(last == Pagination<Int>.maximumPages)
    }
}
