import Testing
import Trellis
import TrellisTesting

@testable import Issues

/// Tests of the coordinator with a service that records its calls.
@Suite("IssuesCoordinator", .timeLimit(.minutes(2)))
struct CoordinatorTests {
    /// A service that has one repository and records its calls.
    private struct NotedService: IssueService {
        let requested: EventRecorder<String>

        func user() async throws -> Response<User> {
            requested.record("user")
            return Response(User(login: "octocat", url: "https://github.com/octocat"))
        }

        func repositories(of owner: String?, at link: PageLink?) async throws -> Response<Page<Repository>> {
            requested.record("repositories of \(owner ?? "the account")")
            let repository = Repository(
                name: "octocat/Hello-World", isPrivate: false, openCount: 1, url: "https://github.com")
            return Response(Page(elements: [repository]))
        }

        func issues(_ query: IssueQuery, at link: PageLink?) async throws -> Response<Page<GitHubIssue>> {
            requested.record("issues of \(query.repository), \(query.milestone.map { "\($0)" } ?? "any milestone")")
            return Response(Page(elements: []))
        }

        func issue(_ number: Int, in repository: RepositoryName) async throws -> Response<GitHubIssue> {
            requested.record("issue \(number) of \(repository)")
            return Response(issue(number, "Tea"))
        }

        func options(
            _ kind: IssueOption.Kind, of repository: RepositoryName, includingClosed: Bool, at link: PageLink?
        ) async throws -> Response<Page<IssueOption>> {
            requested.record("\(kind)s of \(repository)\(includingClosed ? ", including closed ones" : "")")
            let name = kind == .milestone ? "v1.0" : kind == .label ? "bug" : "octocat"
            return Response(
                Page(elements: [IssueOption(kind: kind, name: name, number: kind == .milestone ? 7 : nil)]))
        }

        func create(_ draft: IssueDraft) async throws -> GitHubIssue {
            let options = draft.options.map { "\($0.kind) \($0.name)\($0.number.map { " (\($0))" } ?? "")" }
            requested.record(
                "create \(draft.title ?? "") in \(draft.repository) with \(options.joined(separator: ", "))")
            return issue(1, draft.title ?? "")
        }

        func comment(_ body: String, on number: Int, in repository: RepositoryName) async throws -> IssueComment {
            requested.record("comment \(body) on \(number) of \(repository)")
            return IssueComment(url: "https://github.com")
        }

        func change(
            _ change: IssueStateChange, of number: Int, in repository: RepositoryName
        ) async throws -> GitHubIssue {
            requested.record("\(change) \(number) of \(repository)")
            return issue(number, "Tea")
        }

        private func issue(_ number: Int, _ title: String) -> GitHubIssue {
            GitHubIssue(
                number: number, title: title, state: .open, created: "2011-04-22T13:33:48Z",
                updated: "2011-04-22T13:33:48Z", url: "https://github.com")
        }
    }

    private func requested(_ body: @escaping @Sendable (IssuesClient) async throws -> Void) async throws -> [String] {
        let requested = EventRecorder<String>()
        let service = NotedService(requested: requested)
        try await withPlugin(
            IssuesPlugin.self, adjusting: { $0.override((any IssueService).self, value: service) }
        ) { plugin in try await body(IssuesClient(plugin.caller)) }
        return requested.entries
    }

    @Test("selects the repository and the milestone, and lists issues")
    func issues() async throws {
        let requested = try await requested { issues in
            _ = try await collect(issues.issues(repository: "hello-world", milestone: "V1.0"))
        }
        #expect(
            requested == [
                "repositories of the account", "milestones of octocat/Hello-World, including closed ones",
                "issues of octocat/Hello-World, number(7)",
            ])
    }

    @Test("selects the repository, and requests an issue")
    func issue() async throws {
        let requested = try await requested { _ = try await $0.show(repository: "Hello-World", number: 3) }
        #expect(requested == ["repositories of the account", "issue 3 of octocat/Hello-World"])
    }

    @Test("selects the repository and the options, and creates an issue with them")
    func newIssue() async throws {
        let requested = try await requested { issues in
            _ = try await issues.create(
                repository: "hello-world", title: "Tea", labels: ["BUG"], milestone: "v1.0", assignees: ["Octocat"])
        }
        #expect(
            requested == [
                "repositories of the account", "labels of octocat/Hello-World", "milestones of octocat/Hello-World",
                "assignees of octocat/Hello-World",
                "create Tea in octocat/Hello-World with label bug, milestone v1.0 (7), assignee octocat",
            ])
    }

    @Test("requests no options when the call contains none")
    func nothing() async throws {
        let requested = try await requested { _ = try await $0.create(repository: "octocat/Hello-World", title: "Tea") }
        #expect(requested == ["create Tea in octocat/Hello-World with "])
    }
}
