import Synchronization
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

/// Tests of the patterns that the README names.
///
/// Each test fails without its pattern.
@Suite("Dependency injection patterns of Movies", .timeLimit(.minutes(2)))
struct PatternTests {
    // MARK: Containers for the app and for scenes

    @Test("creates each transfer service at its first use, with its own configuration")
    func laziness() async throws {
        let settings = ["tmdb.api.answerSize": "64K", "tmdb.images.answerSize": "2M"]
        try await TMDBFixture.run(settings: settings) { fixture in
            func made() -> [String] {
                let instances = fixture.plugin.generation.graph().root.instances
                return instances.filter { $0.key.contains("TransferService") && $0.state == .created }.map(\.key)
            }
            let movies = try await fixture.plugin.client()
            #expect(made() == [])
            _ = try await movies.search(query: "heat").all()
            #expect(made() == ["Tagged<APIServer, TransferService>"])
            _ = try await movies.poster(title: "tmdb-11").all()
            #expect(made() == ["Tagged<APIServer, TransferService>", "Tagged<ImageServer, TransferService>"])
            // The poster is larger than the API's limit.
            #expect(FakeTMDB.image.count > 64 << 10)
            let name = String(repeating: "x", count: 64 << 10)
            fixture.server.answer("/3/trending/movie/week", .json(FakeTMDB.page([(14, name, "")], total: 1)))
            await #expect(
                throws: MoviesError.sourceUnavailable(
                    reason: "the request to the API failed: the response exceeds 65536 bytes", retryAfter: nil)
            ) { try await movies.home().all() }
        }
    }

    /// Returns the problem of a session in which a binding requires a type.
    private func problem<T: Sendable>(ofSessionWith type: T.Type) async throws -> String {
        try await problem { blueprint in
            blueprint.override { (client: SessionClient, _: T) in MovieUser(client: client) }
        }
    }

    /// Returns the problem of a scene in which a binding requires a type.
    private func problem<T: Sendable>(ofSceneWith type: T.Type) async throws -> String {
        try await problem { blueprint in
            blueprint.override { (id: TitleID, environment: DetailsEnvironment, _: T) in
                DetailsModel(id: id, environment: environment)
            }
        }
    }

    private func problem(adjusting adjust: (inout Blueprint) -> Void) async throws -> String {
        let settings = ["source": "tmdb"]
        let error = await #expect(throws: AdmissionError.self) {
            try await withMovies(settings: settings, adjusting: adjust) { _ in }
        }
        return try #require(error?.diagnostics.first).description
    }

    @Test("a session sees nothing of the plugin except its dependencies")
    func visibility() async throws {
        let problems = try await [
            problem(ofSessionWith: SQLiteUserStore.self), problem(ofSessionWith: (any SavedTitleReader).self),
            problem(ofSessionWith: (any SavedTitleWriter).self), problem(ofSessionWith: (any SavedTitleHistory).self),
            problem(ofSessionWith: (any QueryStore).self), problem(ofSessionWith: (any UserStoreMaintenance).self),
            problem(ofSessionWith: UserLimits.self),
            problem(ofSessionWith: (any MovieRepository).self), problem(ofSessionWith: (any MovieSource).self),
            problem(ofSessionWith: (any PosterRepository).self), problem(ofSessionWith: PosterCache.self),
            problem(ofSessionWith: AnswerCache.self), problem(ofSessionWith: AnswerLimits.self),
            problem(ofSessionWith: TMDBCredential.self), problem(ofSessionWith: SourceMonitor.self),
            problem(ofSessionWith: Tagged<APIServer, TransferService>.self), problem(ofSessionWith: UseCaseBase.self),
            problem(ofSessionWith: SearchTitles.self), problem(ofSessionWith: SavedTitles.self),
            problem(ofSessionWith: MoviesConfiguration.self), problem(ofSessionWith: Localization.self),
            problem(ofSessionWith: PluginEnvironment.self),
            problem(ofSessionWith: WallClock.self), problem(ofSessionWith: Logger.self),
        ]
        for problem in problems {
            #expect(problem.contains("but which is not an input of root/movies/generation/session\n"))
            #expect(problem.contains("inputs of root/movies/generation/session: SessionDependencies"))
        }
    }

    @Test("a scene sees nothing of its session except its environment and its actions")
    func sceneVisibility() async throws {
        let problems = try await [
            problem(ofSceneWith: SessionDependencies.self), problem(ofSceneWith: MovieUser.self),
            problem(ofSceneWith: SearchEnvironment.self), problem(ofSceneWith: ListEnvironment.self),
            problem(ofSceneWith: SuggestionsEnvironment.self), problem(ofSceneWith: SavedTitleWatch.Environment.self),
            problem(ofSceneWith: SearchActions.self), problem(ofSceneWith: SuggestionsActions.self),
            problem(ofSceneWith: MoviesCoordinator.self), problem(ofSceneWith: Lazy<MoviesCoordinator>.self),
            problem(ofSceneWith: MoviesStack.self), problem(ofSceneWith: SessionScenes.self),
            problem(ofSceneWith: SessionClient.self), problem(ofSceneWith: Scene<SearchRequest, SearchModel>.self),
        ]
        let scene = "root/movies/generation/session/DetailsModel"
        for problem in problems { #expect(problem.contains("but which is not an input of \(scene)\n")) }
        for outer in try await [
            problem(ofSceneWith: (any SavedTitleReader).self), problem(ofSceneWith: ShowTitle.self),
            problem(ofSceneWith: PluginEnvironment.self),
        ] {
            #expect(outer.contains("but which is not an input of \(scene) and root/movies/generation/session\n"))
        }
    }

    @Test("the coordinator closes a scene when its entry leaves the stack")
    func scenes() async throws {
        let closed = Mutex<[String]>([])
        try await withMovies(adjusting: { blueprint in
            blueprint.override(
                SearchModel.init(request:environment:actions:),
                .onClose { _ in closed.withLock { $0.append("search") } })
            blueprint.override(
                DetailsModel.init(id:environment:), .onClose { _ in closed.withLock { $0.append("details") } })
            blueprint.override(
                SuggestionsModel.init(request:environment:actions:),
                .onClose { _ in closed.withLock { $0.append("suggestions") } })
        }) { fixture in
            func takeClosed() -> [String] {
                closed.withLock { closed in
                    defer { closed = [] }
                    return closed
                }
            }
            let (movies, session) = try await fixture.session()
            _ = try await movies.search(query: "heat").all()
            _ = try await movies.show(title: "1")
            #expect(takeClosed() == [])
            _ = try await movies.show(title: "2")
            #expect(takeClosed() == ["details"])
            _ = try await movies.suggestions().all()
            _ = try await movies.choose(suggestion: 1).all()
            #expect(takeClosed() == ["suggestions", "details", "search"])
            _ = try await movies.show(title: "1")
            _ = try await movies.back()
            #expect(takeClosed() == ["details"])
            // A scene that fails to load is closed, and the stack is unchanged.
            await #expect(throws: MoviesError.noSuchTitle(id: "tmdb-1")) { try await movies.show(title: "tmdb-1") }
            #expect(takeClosed() == ["details"])
            #expect(try await movies.where().all().count == 1)
            await session.close()
            #expect(takeClosed() == ["search"])
        }
    }

    // MARK: Initializer injection

    @Test("a number and a prefix reach the coordinator through the actions of the current model")
    func actions() async throws {
        let called = Mutex<[String]>([])
        try await withMovies(adjusting: { blueprint in
            blueprint.override { (coordinator: Lazy<MoviesCoordinator>) in
                let actions = SearchActions(coordinator: coordinator)
                return SearchActions(
                    showDetails: { id in
                        called.withLock { $0.append("details") }
                        return try await actions.showDetails(id)
                    },
                    showSuggestions: { prefix in
                        called.withLock { $0.append("suggestions") }
                        return try await actions.showSuggestions(prefix)
                    })
            }
            blueprint.override { (coordinator: Lazy<MoviesCoordinator>) in
                let actions = ListActions(coordinator: coordinator)
                return ListActions { id in
                    called.withLock { $0.append("details of a list") }
                    return try await actions.showDetails(id)
                }
            }
            blueprint.override { (coordinator: Lazy<MoviesCoordinator>) in
                let actions = SuggestionsActions(coordinator: coordinator)
                return SuggestionsActions { query in
                    called.withLock { $0.append("choose \(query.text)") }
                    return try await actions.closeSuggestions(query)
                }
            }
        }) { fixture in
            let movies = try await fixture.client()
            _ = try await movies.search(query: "heat").all()
            _ = try await movies.show(title: "1")
            _ = try await movies.back()
            _ = try await movies.suggestions().all()
            _ = try await movies.choose(suggestion: 1).all()
            _ = try await movies.home().all()
            _ = try await movies.show(title: "1")
            #expect(
                called.withLock(\.self) == ["details", "suggestions", "choose heat", "details of a list"])
        }
    }

    @Test("the monitor records outages, and its service probes the servers that are unavailable")
    func recovery() async throws {
        let clock = ManualClock()
        try await TMDBFixture.run(settings: ["tmdb.api.attempts": "1"], clock: clock.clock) { fixture in
            let parts = fixture.parts
            let service = SourceMonitorService(monitor: parts.monitor, api: parts.api, images: parts.images)
            let watch = Task { try await service.run() }
            await fixture.server.unplug()
            let since = clock.now
            let movies = try await fixture.plugin.client()
            await #expect(throws: MoviesError.self) { try await movies.home().all() }
            // The first probe fails.
            try await clock.passNext()
            try await clock.sleeper()
            #expect(fixture.parts.monitor.outages[.api]?.since == since)
            try await fixture.server.plugIn()
            try await clock.passNext()
            while !Task.isCancelled, try await fixture.parts.checks() != .healthy { await Task.yield() }
            let probe = fixture.server.requests.first { $0.path == "/3/configuration" }
            #expect(probe?.headers["authorization"] == "Bearer token.of.tests")
            #expect(fixture.parts.monitor.outages.isEmpty)
            watch.cancel()
            _ = await watch.result
        }
    }

    // MARK: `@Dependency` without global state and without a crash

    @Test("use cases inherit a dependency that their base declares")
    func dependency() async throws {
        let repository = ScriptedRepository()
        repository.say("From the override")
        // One override replaces the repository of all use cases.
        try await withMovies(adjusting: { $0.override((any MovieRepository).self, value: repository) }) {
            fixture in
            let movies = try await fixture.client()
            #expect(try await movies.home().all().compactMap(\.title?.title) == ["From the override"])
            #expect(try await movies.upcoming().all().compactMap(\.title?.title) == ["From the override"])
            _ = try await movies.save(title: "tmdb-1")
            await #expect(throws: MoviesError.noPoster(id: "tmdb-1")) { try await movies.poster(title: "tmdb-1").all() }
            #expect(repository.questions == ["home 1", "upcoming 1", "details tmdb-1", "details tmdb-1"])
        }
        // Outside a scope, the dependency is passed to the initializer of the base.
        try await withTemporaryFolder { folder in
            let users = try SQLiteUserStore(
                plugin: .sample(in: folder), limits: MoviesConfiguration([:]).users, clock: .system)
            let lists = ListTitles(base: UseCaseBase(titles: repository), savedTitles: users)
            let listing = try await lists.page(3, of: .home, for: MovieUser(number: 1))
            #expect(listing.rows[0].title.name == "From the override")
            #expect(repository.questions.last == "home 3")
            try await users.close()
        }
    }

    @Test("rejects a missing dependency before anything is created")
    func missingDependency() async throws {
        struct Charts: UsesDependencies, Sendable {
            static var dependencies: DependencyTypes { DependencyTypes(\Self.weight) }
            @Dependency var weight: Double
            init(_ building: Building) throws { _weight = try Dependency(building) }
        }
        let error = await #expect(throws: AdmissionError.self) {
            try await withMovies(adjusting: { $0.provide(Charts.init(_:)) }) { _ in }
        }
        #expect(error?.diagnostics.map(\.code) == [.missing], "\(String(describing: error))")
    }

    @Test("reports an undeclared dependency as an error of the binding")
    func undeclaredDependency() async throws {
        struct Undeclaring: Sendable {
            @Dependency var store: any QueryStore
            init(_ building: Building) throws { _store = try Dependency(building) }
        }
        let error = await #expect(throws: OpeningError.self) {
            try await withMovies(adjusting: { $0.provide(Undeclaring.init(_:)) }) { _ in }
        }
        guard case .bindingFailed(_, let cause) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause is UndeclaredDependency)
    }
}
