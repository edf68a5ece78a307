import Testing

@testable import Issues

/// The lists, with environments alone: no container, no daemon, no network.
@Suite("The models of lists", .timeLimit(.minutes(10)))
struct ListModelTests {
    private let repository: RepositoryName

    init() throws { repository = try #require(RepositoryName("octocat/Hello-World")) }

    private static func repo(_ name: String) -> Repository {
        Repository(name: name, isPrivate: false, openCount: 0, url: "https://github.com/\(name)")
    }

    private static func issue(_ number: Int, isPullRequest: Bool = false) -> GitHubIssue {
        GitHubIssue(
            number: number, title: "Issue \(number)", state: .open, created: "2011-04-22T13:33:48Z",
            updated: "2011-04-22T13:33:48Z", isPullRequest: isPullRequest, url: "https://github.com")
    }

    /// Pages of which each links to the next; the links are their numbers.
    private static func pages<Element>(
        _ pages: [[Element]], asked: Journal<Int>, ages: [Int?] = []
    ) -> @Sendable (PageLink?) async throws -> Answer<Page<Element>> {
        { link in
            let number = link.flatMap { Int($0.url) } ?? 0
            asked.note(number)
            let next = number + 1 < pages.count ? PageLink(url: "\(number + 1)") : nil
            return Answer(Page(elements: pages[number], next: next), age: ages.isEmpty ? nil : ages[number])
        }
    }

    @Test("tell what is on every page, in order, and ask for a page when the one before has been told")
    func repos() async throws {
        let asked = Journal<Int>()
        let request = Self.pages([["a/a", "a/b"], [], ["a/c"]].map { $0.map(Self.repo) }, asked: asked)
        let environment = ReposEnvironment { owner, link in
            #expect(owner == "a")
            return try await request(link)
        }
        let told = Journal<String>()
        try await ReposModel(request: ReposRequest(owner: "a"), environment: environment).tell { repository in
            told.note("\(repository.value.name) after page \(asked.entries.last ?? -1)")
        }
        #expect(told.entries == ["a/a after page 0", "a/b after page 0", "a/c after page 2"])
    }

    @Test("ask for no page more than the limit needs")
    func limit() async throws {
        let asked = Journal<Int>()
        let request = Self.pages([["a/a", "a/b"], ["a/c"]].map { $0.map(Self.repo) }, asked: asked)
        let model = ReposModel(request: ReposRequest(), environment: ReposEnvironment { try await request($1) })
        let told = Journal<String>()
        try await model.tell(limit: 2) { told.note($0.value.name) }
        #expect(told.entries == ["a/a", "a/b"])
        try await model.tell(limit: 0) { told.note($0.value.name) }
        #expect(asked.entries == [0])
    }

    @Test("select a repository by its name alone")
    func select() async throws {
        let asked = Journal<Int>()
        let request = Self.pages([["a/one"], ["b/Two"], ["c/two"]].map { $0.map(Self.repo) }, asked: asked)
        let model = ReposModel(request: ReposRequest(), environment: ReposEnvironment { try await request($1) })
        #expect(try await model.select(named: "two").description == "b/Two")
        #expect(asked.entries == [0, 1])
        await #expect(throws: GitHubFailure.self) { try await model.select(named: "three") }
    }

    @Test("leave out pull requests, and what the page before had already")
    func issues() async throws {
        let asked = Journal<Int>()
        let query = IssueQuery(repository: repository)
        let request = Self.pages(
            [
                [Self.issue(6), Self.issue(5, isPullRequest: true), Self.issue(4)], [Self.issue(4), Self.issue(3)],
                [Self.issue(1)],
            ], asked: asked, ages: [nil, 60, 3_600])
        let environment = IssuesEnvironment { asked, link in
            #expect(asked == query)
            return try await request(link)
        }
        let told = Journal<[Int?]>()
        let model = IssuesModel(query: query, environment: environment)
        try await model.tell { told.note([$0.value.number, $0.age]) }
        #expect(told.entries == [[6, nil], [4, nil], [3, 60], [1, 3_600]])
        let few = Journal<Int>()
        try await model.tell(limit: 2) { few.note($0.value.number) }
        #expect(few.entries == [6, 4])
    }

    @Test("have told what came before when a page fails")
    func failure() async throws {
        struct Cut: Error {}
        let environment = IssuesEnvironment { _, link in
            guard link == nil else { throw Cut() }
            return Answer(Page(elements: [Self.issue(2), Self.issue(1)], next: PageLink(url: "1")))
        }
        let told = Journal<Int>()
        await #expect(throws: Cut.self) {
            try await IssuesModel(query: IssueQuery(repository: repository), environment: environment)
                .tell { told.note($0.value.number) }
        }
        #expect(told.entries == [2, 1])
    }

    @Test("ask for the one issue that is shown")
    func single() async throws {
        let environment = IssueEnvironment { number, repository in
            #expect(repository.description == "octocat/Hello-World")
            return Answer(Self.issue(number), age: 7)
        }
        let model = IssueModel(request: IssueRequest(repository: repository, number: 3), environment: environment)
        #expect(try await model.issue() == Answer(Self.issue(3), age: 7))
    }
}
