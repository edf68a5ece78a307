import Testing
import Trellis
import TrellisTesting

@testable import Issues

/// Tests that a command of a place requests its navigation from the coordinator.
@Suite("Actions of the models of Issues", .timeLimit(.minutes(2)))
struct ActionTests {
    private let repository: RepositoryName
    private let called = EventRecorder<String>()

    init() throws { repository = try #require(RepositoryName("octocat/Hello-World")) }

    private static func issue(_ number: Int) -> GitHubIssue {
        GitHubIssue(
            number: number, title: "Issue \(number)", state: .open, created: "2011-04-22T13:33:48Z",
            updated: "2011-04-22T13:33:48Z", url: "https://github.com")
    }

    private var actions: PlaceActions {
        PlaceActions(
            showIssues: { [called] filter, repository, limit, send in
                called.record("issues \(filter.state) of \(repository), at most \(limit ?? 0)")
                try await send(Response(Self.issue(7)))
            },
            showIssue: { [called] number, repository in
                called.record("issue \(number) of \(repository)")
                return Response(Self.issue(number))
            },
            newIssue: { [called] draft in
                called.record("new issue \(draft.title ?? "-") in \(draft.repository)")
                return NavigationEntry(kind: .newIssue, repository: draft.repository)
            },
            listOptions: { [called] kinds, repository, send in
                called.record("options \(kinds) of \(repository)")
                try await send(Response(IssueOption(kind: .label, name: "bug")))
            },
            comment: { [called] body, number, repository in
                called.record("comment \(body) on \(number) of \(repository)")
                return IssueComment(url: "https://github.com")
            },
            changeState: { [called] change, number, repository in
                called.record("\(change) \(number) of \(repository)")
                return Self.issue(number)
            })
    }

    private func navigate(_ place: any PlaceModel) async throws {
        let sent = EventRecorder<Int>()
        try await place.showIssues(IssueFilter(state: .closed), limit: 5) { sent.record($0.value.number) }
        #expect(sent.entries == [7])
        #expect(try await place.showIssue(3).value.number == 3)
        _ = try await place.newIssue(title: "Tea", body: nil)
        let options = EventRecorder<String>()
        try await place.listOptions([.label]) { options.record($0.value.name) }
        #expect(options.entries == ["bug"])
        _ = try await place.comment("Thanks", on: 3)
        _ = try await place.change(.reopen, of: 3)
        #expect(
            called.entries == [
                "issues closed of octocat/Hello-World, at most 5", "issue 3 of octocat/Hello-World",
                "new issue Tea in octocat/Hello-World",
                "options [Issues.IssueOption.Kind.label] of octocat/Hello-World",
                "comment Thanks on 3 of octocat/Hello-World", "reopen 3 of octocat/Hello-World",
            ])
    }

    @Test("a list of repositories navigates in the selected repository")
    func repos() async throws {
        let environment = ReposEnvironment { _, _ in
            Response(
                Page(
                    elements: ["a/b", "octocat/Hello-World"].map {
                        Repository(name: $0, isPrivate: false, openCount: 0, url: "")
                    }))
        }
        let repos = ReposModel(request: ReposRequest(), environment: environment, actions: actions)
        try await repos.list { _, _ in }
        await #expect(throws: SessionFailure.noRepository) { try await repos.showIssue(3) }
        #expect(try await repos.select(2) == nil)
        try await navigate(repos)
    }

    @Test("a list of issues navigates in its repository, and a number shows an issue")
    func issues() async throws {
        let environment = IssuesEnvironment { _, _ in Response(Page(elements: [])) }
        let query = IssueQuery(repository: repository)
        try await navigate(IssuesModel(query: query, environment: environment, actions: actions))
        let other = IssuesModel(query: query, environment: environment, actions: actions)
        #expect(try await other.select(4)?.value.number == 4)
        #expect(called.entries.last == "issue 4 of octocat/Hello-World")
    }

    @Test("a new issue requests options and shows the created issue through its actions")
    func newIssue() async throws {
        let environment = NewIssueEnvironment { draft in
            #expect(draft.options.map(\.name) == ["bug"])
            return Self.issue(9)
        }
        let actions = NewIssueActions(
            selectOptions: { [called] kind, names, repository in
                called.record("options \(kind) \(names) of \(repository)")
                return names.map { IssueOption(kind: kind, name: $0) }
            },
            showCreated: { [called] issue, repository in
                called.record("created \(issue.number) in \(repository)")
            })
        let model = NewIssueModel(
            draft: IssueDraft(repository: repository, title: "Tea"), environment: environment, actions: self.actions,
            newIssueActions: actions)
        _ = try await model.addOptions(.label, ["bug"])
        _ = try await model.create()
        #expect(
            called.entries == [
                "options label [\"bug\"] of octocat/Hello-World", "created 9 in octocat/Hello-World",
            ])
    }

    @Test("each command without a repository goes through an action of the current place")
    func commands() async throws {
        let called = called
        try await IssuesFixture.with(
            token: "gho_octocat",
            adjusting: { blueprint in
                blueprint.decorate { (actions: PlaceActions) in actions.recorded(by: called) }
            }
        ) { fixture async throws in
            let issues = IssuesClient(try await fixture.plugin.connect())
            func expect(_ action: String, _ command: () async throws -> Void) async throws {
                try await command()
                #expect(called.next() == action)
                #expect(called.entries == [])
            }
            _ = try await collect(issues.repos())
            _ = try await issues.select(number: 1)
            try await expect("issues") { _ = try await collect(issues.issues()) }
            try await expect("issue 3") { _ = try await issues.select(number: 3) }
            try await expect("issue 1") { _ = try await issues.show(number: 1) }
            try await expect("options") { _ = try await collect(issues.options(kind: .label)) }
            try await expect("comment 3") { _ = try await issues.comment(body: "Thanks", number: 3) }
            try await expect("close 3") { _ = try await issues.close(number: 3) }
            try await expect("reopen 3") { _ = try await issues.reopen(number: 3) }
            try await expect("new issue") { _ = try await issues.new(title: "Tea") }
        }
    }
}

extension PlaceActions {
    /// Returns actions that record their names before they are performed.
    fileprivate func recorded(by called: EventRecorder<String>) -> PlaceActions {
        PlaceActions(
            showIssues: { filter, repository, limit, send in
                called.record("issues")
                try await showIssues(filter, repository, limit, send)
            },
            showIssue: { number, repository in
                called.record("issue \(number)")
                return try await showIssue(number, repository)
            },
            newIssue: { draft in
                called.record("new issue")
                return try await newIssue(draft)
            },
            listOptions: { kinds, repository, send in
                called.record("options")
                try await listOptions(kinds, repository, send)
            },
            comment: { body, number, repository in
                called.record("comment \(number)")
                return try await comment(body, number, repository)
            },
            changeState: { change, number, repository in
                called.record(change == .reopen ? "reopen \(number)" : "close \(number)")
                return try await changeState(change, number, repository)
            })
    }
}
