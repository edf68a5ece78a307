import Testing

@testable import Issues

/// What leads to a new issue, with environments alone: no container, no daemon, no network.
@Suite("The models of a new issue", .timeLimit(.minutes(10)))
struct NewIssueModelTests {
    private let repository: RepositoryName

    init() throws { repository = try #require(RepositoryName("octocat/Hello-World")) }

    /// An environment whose labels come one a page.
    private static func environment(labels: [String], asked: Journal<String>) -> OptionSelectEnvironment {
        OptionSelectEnvironment(
            requestLabels: { repository, link in
                let number = link.flatMap { Int($0.url) } ?? 0
                asked.note("labels of \(repository), page \(number)")
                return Answer(
                    Page(
                        elements: [IssueOption(kind: .label, name: labels[number])],
                        next: number + 1 < labels.count ? PageLink(url: "\(number + 1)") : nil))
            },
            requestMilestones: { repository, includingClosed, _ in
                asked.note("milestones of \(repository)\(includingClosed ? ", closed ones too" : "")")
                return Answer(Page(elements: [IssueOption(kind: .milestone, name: "v1.0", number: 1)]))
            },
            requestAssignees: { repository, _ in
                asked.note("assignees of \(repository)")
                return Answer(Page(elements: [IssueOption(kind: .assignee, name: "octocat")]))
            })
    }

    private func model(
        _ kind: IssueOption.Kind, labels: [String] = [], includingClosed: Bool = false,
        asked: Journal<String> = Journal()
    ) -> OptionSelectModel {
        OptionSelectModel(
            request: OptionSelectRequest(kind: kind, repository: repository, includingClosed: includingClosed),
            environment: Self.environment(labels: labels, asked: asked))
    }

    @Test("ask for the kind of option that is to be chosen, and for no other")
    func kinds() async throws {
        let asked = Journal<String>()
        for kind in IssueOption.Kind.allCases {
            try await model(kind, labels: ["bug"], includingClosed: true, asked: asked).tell { _ in }
        }
        #expect(
            asked.entries == [
                "labels of octocat/Hello-World, page 0", "milestones of octocat/Hello-World, closed ones too",
                "assignees of octocat/Hello-World",
            ])
    }

    @Test("choose by name, in the order of asking, each once; the case of letters matters where nothing else does")
    func selection() async throws {
        let asked = Journal<String>()
        let names = try await model(.label, labels: ["bug", "UI", "ui"], asked: asked).select(["ui", "BUG", "bug"]).map(
            \.name)
        #expect(names == ["ui", "bug"])
        #expect(try await model(.milestone).select(["V1.0"]).map(\.number) == [1])
        #expect(try await model(.label, labels: ["bug"]).select([]).isEmpty)
    }

    @Test("ask for no page more once everything is found to the letter")
    func thrift() async throws {
        let asked = Journal<String>()
        #expect(
            try await model(.label, labels: ["bug", "ui", "docs"], asked: asked).select(["ui"]).map(\.name) == ["ui"])
        #expect(asked.entries.count == 2)
    }

    @Test("say what there is not, and what may have been meant")
    func absence() async throws {
        await #expect(throws: OptionFailure.noSuchOption(.label, name: "bgu", suggestion: "bug")) {
            try await model(.label, labels: ["ui", "bug"]).select(["ui", "bgu"])
        }
        await #expect(throws: OptionFailure.noSuchOption(.assignee, name: "monalisa", suggestion: nil)) {
            try await model(.assignee).select(["monalisa"])
        }
    }

    @Test("tell what GitHub left out of a new issue")
    func dropped() async throws {
        let options = [
            IssueOption(kind: .label, name: "bug"), IssueOption(kind: .label, name: "ui"),
            IssueOption(kind: .milestone, name: "v1.0", number: 1), IssueOption(kind: .assignee, name: "octocat"),
        ]
        let draft = IssueDraft(repository: repository, title: "Too slow", options: options)
        func create(_ made: @escaping @Sendable (inout GitHubIssue) -> Void) async throws -> [IssueOption] {
            let environment = NewIssueEnvironment { asked in
                #expect(asked == draft)
                var issue = GitHubIssue(
                    number: 1, title: asked.title, state: .open, created: "2011-04-22T13:33:48Z",
                    updated: "2011-04-22T13:33:48Z", url: "https://github.com")
                made(&issue)
                return issue
            }
            return try await NewIssueModel(draft: draft, environment: environment).create().dropped
        }
        #expect(try await create { _ in } == options)
        let some = try await create { issue in
            issue.labels = ["bug"]
            issue.milestone = "v1.0"
        }
        #expect(some.map(\.name) == ["ui", "octocat"])
    }
}
