import Synchronization
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Movies

/// Rows 2, 3 and 4 of the patterns, each element with a test that would fail without it.
@Suite("The patterns that Movies carries", .timeLimit(.minutes(10)))
struct PatternTests {
    // MARK: Row 3: an app container with lazily made services, and a scene container that is handed what it needs

    @Test("The two transfer services are made at their first use, each from its own configuration")
    func laziness() async throws {
        let settings = ["tmdb.api.answerSize": "64K", "tmdb.images.answerSize": "2M"]
        try await TMDBBench.run(settings: settings) { bench in
            func made() -> [String] {
                let instances = bench.plugin.generation.graph().root.instances
                return instances.filter { $0.key.contains("TransferService") && $0.state == .made }.map(\.key)
            }
            let movies = try await bench.plugin.client()
            #expect(made() == [])
            _ = try await movies.search(query: "heat").all()
            #expect(made() == ["Tagged<APIServer, TransferService>"])
            _ = try await movies.poster(title: "tmdb-11").all()
            #expect(made() == ["Tagged<APIServer, TransferService>", "Tagged<ImageServer, TransferService>"])
            // The poster was larger than an answer may be.
            #expect(FakeTMDB.image.count > 64 << 10)
            let name = String(repeating: "x", count: 64 << 10)
            bench.server.answer("/3/trending/movie/week", .json(FakeTMDB.page([(14, name, "")], total: 1)))
            await #expect(
                throws: MoviesError.sourceAway(
                    reason: "the API did not answer: the answer has more than 65536 bytes", retryAfter: nil)
            ) { try await movies.home().all() }
        }
    }

    @Test("A session sees what it is handed, and nothing else of the plugin")
    func visibility() async throws {
        struct Nosy: Sendable {
            init(source: any MovieSource) {}
        }
        let error = await #expect(throws: AdmissionError.self) {
            try await withMovies(adjusting: { blueprint in
                blueprint.session { $0.provide(Nosy.init(source:)) }
            }) { _ in }
        }
        // The other fault is that there are two sessions.
        let fault = error?.faults.first { $0.code == .missing }
        #expect(fault?.remedy.contains("`.private`") == true, "\(String(describing: error))")
    }

    @Test("A coordinator opens and closes the scenes: one is gone when its place is left")
    func scenes() async throws {
        let closed = Mutex<[String]>([])
        try await withMovies(adjusting: { blueprint in
            blueprint.override(
                SearchActions.init(coordinator:), .onClose { _ in closed.withLock { $0.append("search") } })
            blueprint.override(
                DetailsEnvironment.init(dependencies:user:), .onClose { _ in closed.withLock { $0.append("details") } })
            blueprint.override(
                SuggestionsActions.init(coordinator:), .onClose { _ in closed.withLock { $0.append("suggestions") } })
        }) { bench in
            func took() -> [String] {
                closed.withLock { closed in
                    defer { closed = [] }
                    return closed
                }
            }
            let (movies, session) = try await bench.session()
            _ = try await movies.search(query: "heat").all()
            _ = try await movies.show(title: "1")
            #expect(took() == [])
            _ = try await movies.show(title: "2")
            #expect(took() == ["details"])
            _ = try await movies.suggestions().all()
            _ = try await movies.choose(suggestion: 1).all()
            #expect(took() == ["suggestions", "details", "search"])
            _ = try await movies.show(title: "1")
            _ = try await movies.back()
            #expect(took() == ["details"])
            // One that can't be loaded is closed, and the place stays what it was.
            await #expect(throws: MoviesError.noSuchTitle(id: "tmdb-1")) { try await movies.show(title: "tmdb-1") }
            #expect(took() == ["details"])
            #expect(try await movies.where().all().count == 1)
            await session.close()
            #expect(took() == ["search"])
        }
    }

    // MARK: Row 2: a generic base for any model, and initialisers that only a scope may call

    @Test("The controller takes any model, and a scope alone can make one")
    func controller() async throws {
        struct Clock: SceneModel {
            let time: Int
            var place: Place { get async { Place(scene: .search, about: "\(time)") } }
        }
        struct Opener: Sendable {
            let clock: Scene<Int, SceneController<Clock>>
        }
        try await withMovies(adjusting: { blueprint in
            blueprint.place(Int.self, Clock.self) { $0.provide(Clock.init(time:)) }
            blueprint.contribute(Opener.init(clock:)) { $0 }
        }) { bench in
            let opener = try #require(try bench.generation.contributions(to: Opener.self).first)
            let open = try await opener.clock.open(7)
            let controller = try open.model
            #expect(await controller.place.about == "7")
            #expect(controller.list == nil)
            // `Building` is what tells it: nobody but a scope has one.
            #expect(controller.scene == open.path)
            await open.close()
            #expect(throws: ScopeClosed.self) { try open.model }
        }
        // There is no other initialiser, and no initialiser of `Building` that this file could call.
        let _: (SearchModel, MoviesScene.Dependencies, Building) -> SceneController<SearchModel> = SceneController.init
        let _: (MoviesScene.Rights, Building) -> MoviesCoordinator = MoviesCoordinator.init
    }

    @Test("The monitor and the services need each other: one is handed the other as it is, and the other lazily")
    func cycle() async throws {
        struct Eager: Sendable {
            init(api: Tagged<APIServer, TransferService>) {}
        }
        // Without `Lazy` on one side, the blueprint is refused, and nothing is made.
        let error = await #expect(throws: AdmissionError.self) {
            try await TMDBBench.run(adjusting: { blueprint in
                blueprint.provide(Eager.init(api:), .private)
                blueprint.override(
                    {
                        (
                            _: Eager, api: Lazy<Tagged<APIServer, TransferService>>,
                            images: Lazy<Tagged<ImageServer, TransferService>>, plugin: PluginEnvironment
                        ) in SourceMonitor(api: api, images: images, plugin: plugin)
                    }, .private)
            }) { _ in }
        }
        #expect(error?.faults.contains { $0.code == .cycle } == true, "\(String(describing: error))")

        // With it, the services tell the monitor that the server is away, and the monitor has them find out that it
        // is back.
        let clock = ManualClock()
        try await TMDBBench.run(settings: ["tmdb.api.attempts": "1"], clock: clock.clock) { bench in
            let watch = Task { await bench.parts.monitor.watch() }
            await bench.server.unplug()
            let since = clock.now
            let movies = try await bench.plugin.client()
            await #expect(throws: MoviesError.self) { try await movies.home().all() }
            // Asked again in vain.
            try await clock.passNext()
            try await clock.sleeper()
            #expect(bench.parts.monitor.away[.api]?.since == since)
            try await bench.server.plugIn()
            try await clock.passNext()
            while !Task.isCancelled, try await bench.parts.checks() != .healthy { await Task.yield() }
            let probe = bench.server.requests.first { $0.path == "/3/configuration" }
            #expect(probe?.headers["authorization"] == "Bearer token.of.tests")
            #expect(bench.parts.monitor.away.isEmpty)
            watch.cancel()
            await watch.value
        }
    }

    // MARK: Row 4: `@Dependency`, without a global and without the crash

    @Test("The use cases find the repository in the scope that makes them, by a base class that declares it once")
    func dependency() async throws {
        let repository = ScriptedRepository()
        repository.say("From the override")
        // One line at the top, and all use cases have the other repository.
        try await withMovies(adjusting: { $0.override((any MovieRepository).self, value: repository, .private) }) {
            bench in
            let movies = try await bench.client()
            #expect(try await movies.home().all().compactMap(\.title?.title) == ["From the override"])
            #expect(try await movies.upcoming().all().compactMap(\.title?.title) == ["From the override"])
            _ = try await movies.save(title: "tmdb-1")
            await #expect(throws: MoviesError.noPoster(id: "tmdb-1")) { try await movies.poster(title: "tmdb-1").all() }
            #expect(repository.questions == ["home 1", "upcoming 1", "details tmdb-1", "details tmdb-1"])
        }
        // By hand there is no scope, and no global in its place.
        #expect(try await HomeTitles(repository: repository).page(3).value.titles[0].name == "From the override")
        #expect(repository.questions.last == "home 3")
    }

    @Test("A use case that asks for what is not there is refused before anything is made")
    func missingDependency() async throws {
        final class Charts: MoviesUseCase, @unchecked Sendable {
            override class var dependencies: DependencyTypes { super.dependencies + DependencyTypes(Double.self) }
            @Dependency var weight: Double
        }
        let error = await #expect(throws: AdmissionError.self) {
            try await withMovies(adjusting: { $0.provide({ () in Charts() }, .private) }) { _ in }
        }
        #expect(error?.faults.map(\.code) == [.missing], "\(String(describing: error))")
    }

    @Test("A use case that asks for what it did not declare fails its binding, and crashes nothing")
    func undeclaredDependency() async throws {
        final class Sly: MoviesUseCase, @unchecked Sendable {
            @Dependency var store: any UserStore
        }
        let error = await #expect(throws: OpeningError.self) {
            try await withMovies(adjusting: { $0.provide({ () in Sly() }, .private) }) { _ in }
        }
        guard case .bindingFailed(_, let cause) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause is UndeclaredDependency)
    }
}
