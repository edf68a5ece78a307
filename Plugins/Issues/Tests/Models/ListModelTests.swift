import Testing

@testable import Issues

/// Tests the models with environments only, without a container, a daemon or a network.
@Suite("Models of lists", .timeLimit(.minutes(2)))
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

    /// Returns a function that returns one of the given pages.
    ///
    /// The URL of a link is the number of its page.
    private static func pages<Element>(
        _ pages: [[Element]], requested: EventRecorder<Int>, ages: [Int?] = []
    ) -> @Sendable (PageLink?) async throws -> Response<Page<Element>> {
        { link in
            let number = link.flatMap { Int($0.url) } ?? 0
            requested.record(number)
            let next = number + 1 < pages.count ? PageLink(url: "\(number + 1)") : nil
            return Response(Page(elements: pages[number], next: next), age: ages.isEmpty ? nil : ages[number])
        }
    }

    @Test("lists all pages in order, and requests a page after the previous page was listed")
    func repos() async throws {
        let requested = EventRecorder<Int>()
        let request = Self.pages([["a/a", "a/b"], [], ["a/c"]].map { $0.map(Self.repo) }, requested: requested)
        let environment = ReposEnvironment { owner, link in
            #expect(owner == "a")
            return try await request(link)
        }
        let listed = EventRecorder<String>()
        let model = ReposModel(request: ReposRequest(owner: "a"), environment: environment, actions: .none)
        try await model.list { _, repository in
            listed.record("\(repository.value.name) after page \(requested.entries.last ?? -1)")
        }
        #expect(listed.entries == ["a/a after page 0", "a/b after page 0", "a/c after page 2"])
    }

    @Test("requests no more pages than the limit requires")
    func limit() async throws {
        let requested = EventRecorder<Int>()
        let request = Self.pages([["a/a", "a/b"], ["a/c"]].map { $0.map(Self.repo) }, requested: requested)
        let model = ReposModel(
            request: ReposRequest(), environment: ReposEnvironment { try await request($1) }, actions: .none)
        let listed = EventRecorder<String>()
        try await model.list(limit: 2) { listed.record("\($0) \($1.value.name)") }
        #expect(listed.entries == ["1 a/a", "2 a/b"])
        try await model.list(limit: 0) { listed.record($1.value.name) }
        #expect(requested.entries == [0])
    }

    @Test("selects a repository by its name without the owner")
    func select() async throws {
        let requested = EventRecorder<Int>()
        let request = Self.pages([["a/one"], ["b/Two"], ["c/two"]].map { $0.map(Self.repo) }, requested: requested)
        let model = ReposModel(
            request: ReposRequest(), environment: ReposEnvironment { try await request($1) }, actions: .none)
        #expect(try await model.select(named: "two").description == "b/Two")
        #expect(requested.entries == [0, 1])
        await #expect(throws: GitHubFailure.self) { try await model.select(named: "three") }
    }

    @Test("omits pull requests, and issues that the previous page also contains")
    func issues() async throws {
        let requested = EventRecorder<Int>()
        let query = IssueQuery(repository: repository)
        let request = Self.pages(
            [
                [Self.issue(6), Self.issue(5, isPullRequest: true), Self.issue(4)], [Self.issue(4), Self.issue(3)],
                [Self.issue(1)],
            ], requested: requested, ages: [nil, 60, 3_600])
        let environment = IssuesEnvironment { requested, link in
            #expect(requested == query)
            return try await request(link)
        }
        let listed = EventRecorder<[Int?]>()
        let model = IssuesModel(query: query, environment: environment, actions: .none)
        try await model.list { listed.record([$0.value.number, $0.age]) }
        #expect(listed.entries == [[6, nil], [4, nil], [3, 60], [1, 3_600]])
        let few = EventRecorder<Int>()
        try await model.list(limit: 2) { few.record($0.value.number) }
        #expect(few.entries == [6, 4])
    }

    @Test("lists the elements of the pages before a failed page")
    func failure() async throws {
        struct Cut: Error {}
        let environment = IssuesEnvironment { _, link in
            guard link == nil else { throw Cut() }
            return Response(Page(elements: [Self.issue(2), Self.issue(1)], next: PageLink(url: "1")))
        }
        let listed = EventRecorder<Int>()
        await #expect(throws: Cut.self) {
            try await IssuesModel(query: IssueQuery(repository: repository), environment: environment, actions: .none)
                .list { listed.record($0.value.number) }
        }
        #expect(listed.entries == [2, 1])
    }

    @Test("requests a single issue")
    func single() async throws {
        let environment = IssueEnvironment(
            requestIssue: { number, repository in
                #expect(repository.description == "octocat/Hello-World")
                return Response(Self.issue(number), age: 7)
            },
            comment: { body, number, _ in IssueComment(url: "\(number) \(body)") },
            changeState: { change, number, _ in
                #expect(change == .close(.duplicate))
                return Self.issue(number)
            })
        let model = IssueModel(
            request: IssueRequest(repository: repository, number: 3), environment: environment, actions: .none)
        #expect(try await model.comment("Yes").url == "3 Yes")
        #expect(try await model.change(.close(.duplicate)).number == 3)
        #expect(try await model.load() == Response(Self.issue(3), age: 7))
    }
}
