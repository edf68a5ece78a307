import Testing

@testable import Issues

/// Tests the models with environments only, without a container, a daemon or a network.
@Suite("Models of a new issue", .timeLimit(.minutes(2)))
struct NewIssueModelTests {
    private let repository: RepositoryName

    init() throws { repository = try #require(RepositoryName("octocat/Hello-World")) }

    /// Returns an environment with one label per page.
    private static func environment(labels: [String], requested: EventRecorder<String>) -> OptionSelectEnvironment {
        OptionSelectEnvironment(
            requestLabels: { repository, link in
                let number = link.flatMap { Int($0.url) } ?? 0
                requested.record("labels of \(repository), page \(number)")
                return Response(
                    Page(
                        elements: [IssueOption(kind: .label, name: labels[number])],
                        next: number + 1 < labels.count ? PageLink(url: "\(number + 1)") : nil))
            },
            requestMilestones: { repository, includingClosed, _ in
                requested.record("milestones of \(repository)\(includingClosed ? ", including closed ones" : "")")
                return Response(Page(elements: [IssueOption(kind: .milestone, name: "v1.0", number: 1)]))
            },
            requestAssignees: { repository, _ in
                requested.record("assignees of \(repository)")
                return Response(Page(elements: [IssueOption(kind: .assignee, name: "octocat")]))
            })
    }

    private func model(
        _ kind: IssueOption.Kind, labels: [String] = [], includingClosed: Bool = false,
        requested: EventRecorder<String> = EventRecorder()
    ) -> OptionSelectModel {
        OptionSelectModel(
            request: OptionSelectRequest(kind: kind, repository: repository, includingClosed: includingClosed),
            environment: Self.environment(labels: labels, requested: requested))
    }

    @Test("requests only options of the selected kind")
    func kinds() async throws {
        let requested = EventRecorder<String>()
        for kind in IssueOption.Kind.allCases {
            try await model(kind, labels: ["bug"], includingClosed: true, requested: requested).list { _ in }
        }
        #expect(
            requested.entries == [
                "labels of octocat/Hello-World, page 0", "milestones of octocat/Hello-World, including closed ones",
                "assignees of octocat/Hello-World",
            ])
    }

    @Test("selects each named option once, in order, and prefers exact names to names in another case")
    func selection() async throws {
        let requested = EventRecorder<String>()
        let model = model(.label, labels: ["bug", "UI", "ui"], requested: requested)
        let names = try await model.select(["ui", "BUG", "bug"]).map(\.name)
        #expect(names == ["ui", "bug"])
        #expect(try await self.model(.milestone).select(["V1.0"]).map(\.number) == [1])
        #expect(try await self.model(.label, labels: ["bug"]).select([]).isEmpty)
    }

    @Test("stops requesting pages when each name has an exact match")
    func stopsAfterExactMatches() async throws {
        let requested = EventRecorder<String>()
        let model = model(.label, labels: ["bug", "ui", "docs"], requested: requested)
        #expect(try await model.select(["ui"]).map(\.name) == ["ui"])
        #expect(requested.entries.count == 2)
    }

    @Test("reports an unknown option with a suggestion")
    func absence() async throws {
        await #expect(throws: OptionFailure.noSuchOption(.label, name: "bgu", suggestion: "bug")) {
            try await model(.label, labels: ["ui", "bug"]).select(["ui", "bgu"])
        }
        await #expect(throws: OptionFailure.noSuchOption(.assignee, name: "monalisa", suggestion: nil)) {
            try await model(.assignee).select(["monalisa"])
        }
    }

    @Test("returns the options that GitHub dropped")
    func dropped() async throws {
        let options = [
            IssueOption(kind: .label, name: "bug"), IssueOption(kind: .label, name: "ui"),
            IssueOption(kind: .milestone, name: "v1.0", number: 1), IssueOption(kind: .assignee, name: "octocat"),
        ]
        let draft = IssueDraft(repository: repository, title: "Too slow", options: options)
        func create(_ made: @escaping @Sendable (inout GitHubIssue) -> Void) async throws -> [IssueOption] {
            let environment = NewIssueEnvironment { requested in
                #expect(requested == draft)
                var issue = GitHubIssue(
                    number: 1, title: requested.title ?? "", state: .open, created: "2011-04-22T13:33:48Z",
                    updated: "2011-04-22T13:33:48Z", url: "https://github.com")
                made(&issue)
                return issue
            }
            return try await NewIssueModel(
                draft: draft, environment: environment, actions: .none, newIssueActions: .none
            ).create().dropped
        }
        #expect(try await create { _ in } == options)
        let some = try await create { issue in
            issue.labels = ["bug"]
            issue.milestone = "v1.0"
        }
        #expect(some.map(\.name) == ["ui", "octocat"])
    }
}
