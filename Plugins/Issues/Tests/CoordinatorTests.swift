import Testing
import Trellis
import TrellisTesting

@testable import Issues

/// What is selected in one scene becomes the arguments of the next; with another service in GitHub's place.
@Suite("The coordinator", .timeLimit(.minutes(10)))
struct CoordinatorTests {
    /// A service that knows one repository, and notes what it is asked for.
    private struct NotedService: IssueService {
        let asked: Journal<String>

        func user() async throws -> Answer<User> {
            asked.note("user")
            return Answer(User(login: "octocat", url: "https://github.com/octocat"))
        }

        func repositories(of owner: String?, at link: PageLink?) async throws -> Answer<Page<Repository>> {
            asked.note("repositories of \(owner ?? "the account")")
            let repository = Repository(
                name: "octocat/Hello-World", isPrivate: false, openCount: 1, url: "https://github.com")
            return Answer(Page(elements: [repository]))
        }

        func issues(_ query: IssueQuery, at link: PageLink?) async throws -> Answer<Page<GitHubIssue>> {
            asked.note("issues of \(query.repository), \(query.milestone.map { "\($0)" } ?? "any milestone")")
            return Answer(Page(elements: []))
        }

        func issue(_ number: Int, in repository: RepositoryName) async throws -> Answer<GitHubIssue> {
            asked.note("issue \(number) of \(repository)")
            return Answer(issue(number, "Tea"))
        }

        func options(
            _ kind: IssueOption.Kind, of repository: RepositoryName, includingClosed: Bool, at link: PageLink?
        ) async throws -> Answer<Page<IssueOption>> {
            asked.note("\(kind)s of \(repository)\(includingClosed ? ", closed ones too" : "")")
            let name = kind == .milestone ? "v1.0" : kind == .label ? "bug" : "octocat"
            return Answer(
                Page(elements: [IssueOption(kind: kind, name: name, number: kind == .milestone ? 7 : nil)]))
        }

        func create(_ draft: IssueDraft) async throws -> GitHubIssue {
            let options = draft.options.map { "\($0.kind) \($0.name)\($0.number.map { " (\($0))" } ?? "")" }
            asked.note("create \(draft.title) in \(draft.repository) with \(options.joined(separator: ", "))")
            return issue(1, draft.title)
        }

        private func issue(_ number: Int, _ title: String) -> GitHubIssue {
            GitHubIssue(
                number: number, title: title, state: .open, created: "2011-04-22T13:33:48Z",
                updated: "2011-04-22T13:33:48Z", url: "https://github.com")
        }
    }

    private func asked(_ body: @escaping @Sendable (IssuesClient) async throws -> Void) async throws -> [String] {
        let asked = Journal<String>()
        let service = NotedService(asked: asked)
        try await withPlugin(
            IssuesPlugin.self, adjusting: { $0.override((any IssueService).self, value: service) }
        ) { plugin in try await body(IssuesClient(plugin.caller)) }
        return asked.entries
    }

    @Test("goes from the repository to the milestone to the issues")
    func issues() async throws {
        let asked = try await asked { issues in
            _ = try await collect(issues.issues(repository: "hello-world", milestone: "V1.0"))
        }
        #expect(
            asked == [
                "repositories of the account", "milestones of octocat/Hello-World, closed ones too",
                "issues of octocat/Hello-World, number(7)",
            ])
    }

    @Test("goes from the repository to the issue")
    func issue() async throws {
        let asked = try await asked { _ = try await $0.show(repository: "Hello-World", number: 3) }
        #expect(asked == ["repositories of the account", "issue 3 of octocat/Hello-World"])
    }

    @Test("goes from the repository to what is chosen to the new issue, which gets all of it")
    func newIssue() async throws {
        let asked = try await asked { issues in
            _ = try await issues.create(
                repository: "hello-world", title: "Tea", labels: ["BUG"], milestone: "v1.0", assignees: ["Octocat"])
        }
        #expect(
            asked == [
                "repositories of the account", "labels of octocat/Hello-World", "milestones of octocat/Hello-World",
                "assignees of octocat/Hello-World",
                "create Tea in octocat/Hello-World with label bug, milestone v1.0 (7), assignee octocat",
            ])
    }

    @Test("asks for nothing that was not chosen")
    func nothing() async throws {
        let asked = try await asked { _ = try await $0.create(repository: "octocat/Hello-World", title: "Tea") }
        #expect(asked == ["create Tea in octocat/Hello-World with "])
    }
}
