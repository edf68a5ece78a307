import Scopes
import Testing

@Suite("Examples: scenes and coordinators", .timeLimit(.minutes(2))) struct ScenesAndCoordinators {
    struct TransferConfiguration: Sendable { let host: String }

    final class TransferService: Sendable {
        let configuration: TransferConfiguration

        init(configuration: TransferConfiguration) { self.configuration = configuration }
    }

    enum API {}
    enum Images {}

    struct MoviesDependencies: Sendable {
        let api: TransferService
        let images: TransferService

        init(api: Tagged<API, TransferService>, images: Tagged<Images, TransferService>) {
            self.api = api.value
            self.images = images.value
        }
    }

    struct MovieID: Sendable, Equatable { let value: Int }

    struct MovieRepository: Sendable {
        let dependencies: MoviesDependencies

        init(dependencies: MoviesDependencies) { self.dependencies = dependencies }

        func search(_ text: String) -> [MovieID] { text.isEmpty ? [] : [MovieID(value: text.count)] }
        func title(of id: MovieID) -> String { "\(id.value) from \(dependencies.api.configuration.host)" }
    }

    struct SearchActions: Sendable {
        var showDetails: @Sendable (MovieID) async throws -> String
    }

    struct SearchModel: Sendable {
        let repository: MovieRepository
        let actions: SearchActions

        init(repository: MovieRepository, actions: SearchActions) {
            self.repository = repository
            self.actions = actions
        }

        func firstHit(for text: String) async throws -> String? {
            guard let first = repository.search(text).first else { return nil }
            return try await actions.showDetails(first)
        }
    }

    struct DetailsModel: Sendable {
        let id: MovieID
        let repository: MovieRepository

        init(id: MovieID, repository: MovieRepository) {
            self.id = id
            self.repository = repository
        }

        var title: String { repository.title(of: id) }
    }

    actor Coordinator {
        let search: Scene<SearchActions, SearchModel>
        let details: Scene<MovieID, DetailsModel>
        private(set) var shown: [MovieID] = []

        init(search: Scene<SearchActions, SearchModel>, details: Scene<MovieID, DetailsModel>) {
            self.search = search
            self.details = details
        }

        func start(_ text: String) async throws -> String? {
            let actions = SearchActions(showDetails: { try await self.show($0) })
            return try await search.open(actions) { try await $0.firstHit(for: text) }
        }

        private func show(_ id: MovieID) async throws -> String {
            shown.append(id)
            return try await details.open(id) { $0.title }
        }
    }

    static var root: Blueprint {
        var root = Blueprint("root")
        root.provide({ TransferService(configuration: TransferConfiguration(host: "api")) }, .lazily) {
            Tagged<API, TransferService>($0)
        }
        root.provide({ TransferService(configuration: TransferConfiguration(host: "images")) }, .lazily) {
            Tagged<Images, TransferService>($0)
        }
        return root
    }

    static var movies: Blueprint {
        var movies = Blueprint("movies")
        movies.provide(MoviesDependencies.init(api:images:))
        movies.provide(MovieRepository.init(dependencies:))
        movies.provide(Coordinator.init(search:details:))
        movies.scene(SearchActions.self, SearchModel.self) { scene in
            scene.provide(SearchModel.init(repository:actions:))
        }
        movies.scene(MovieID.self, DetailsModel.self) { scene in
            scene.provide(DetailsModel.init(id:repository:))
        }
        return movies
    }

    @Test("a coordinator opens one scene after another") func coordinator() async throws {
        let rootPlan = try Plan(Self.root)
        let moviesPlan = try Plan(Self.movies, under: rootPlan)
        try await Scope.open(rootPlan) { root in
            let movies = try await root.open(moviesPlan)
            let coordinator = try await movies.instance(of: Coordinator.self)
            #expect(try await coordinator.start("heat") == "4 from api")
            #expect(await coordinator.shown == [MovieID(value: 4)])
        }
    }

    struct Client: Sendable { let name: String }

    struct Greeting: Sendable {
        let text: String

        init(client: Client) { text = "Hello, \(client.name)" }
    }

    @Test("the owner opens a session for each client") func sessions() async throws {
        var blueprint = Blueprint("movies")
        blueprint.session(Client.self) { session in
            session.provide(Greeting.init(client:))
        }
        try await Scope.open(Plan(blueprint)) { scope in
            let session = try await scope.openSession(Client(name: "Ann"))
            let greeting = try await session.instance(of: Greeting.self)
            #expect(greeting.text == "Hello, Ann")
            await session.close()
        }
    }

    struct Catalogue: Sendable { let titles: [String] }

    struct Shelf: Sendable {
        let text: String

        init(client: Client, catalogue: Catalogue) { text = "\(client.name): \(catalogue.titles.joined())" }
    }

    @Test("a session sees only its inputs") func inputs() async throws {
        var movies = Blueprint("movies")
        movies.provide(value: TransferConfiguration(host: "api"))
        movies.provide(value: Catalogue(titles: ["Heat"]))
        movies.session(Client.self) { session in
            session.inputs(Catalogue.self)
            session.provide(Shelf.init(client:catalogue:))
        }
        try await Scope.open(Plan(movies)) { scope in
            let session = try await scope.openSession(Client(name: "Ann"))
            #expect(try await session.instance(of: Shelf.self).text == "Ann: Heat")
        }
    }
}
