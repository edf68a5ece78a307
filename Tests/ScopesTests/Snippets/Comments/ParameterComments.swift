import Scopes
import Testing

/// The examples in the comments of the folder Declaration.
@Suite("Examples in comments: parameters", .timeLimit(.minutes(2))) struct ParameterComments {
    protocol HealthCheck: Sendable {
        var name: String { get }
    }

    struct DiskCheck: HealthCheck {
        let name = "disk"
    }

    struct HealthReport: Sendable {
        let names: [String]

        init(checks: All<any HealthCheck>) { names = checks.map(\.name) }
    }

    @Test("All passes every contribution") func all() async throws {
        var blueprint = Blueprint("health")
        blueprint.contribute(DiskCheck.init) { $0 as any HealthCheck }
        blueprint.provide(HealthReport.init(checks:))
        blueprint.export(HealthReport.self)
        let names = try await Scope.open(Plan(blueprint)) { try await $0.read(HealthReport.self).names }
        #expect(names == ["disk"])
    }

    struct ItemList: Sendable {
        let store: any ItemStore

        init(store: any ItemStore, _: Building) { self.store = store }
    }

    @Test("Building restricts an initializer to scopes") func building() async throws {
        var blueprint = Blueprint("items")
        blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
        blueprint.provide(ItemList.init(store:_:))
        blueprint.export(ItemList.self)
        let name = try await Scope.open(Plan(blueprint)) { try await $0.read(ItemList.self).store.name }
        #expect(name == "memory")
    }

    typealias Repo = String

    protocol IssueService: Sendable {
        func repos(page: Int) async throws -> [Repo]
    }

    struct OneRepo: IssueService {
        func repos(page: Int) -> [Repo] { ["repo \(page)"] }
    }

    struct ReposEnvironment: Sendable {
        let repos: @Sendable (Int) async throws -> [Repo]

        init(service: Live<any IssueService>) {
            repos = { page in try await service().repos(page: page) }
        }
    }

    @Test("Live reads an instance at its use") func live() async throws {
        var blueprint = Blueprint("issues")
        blueprint.provide(OneRepo.init) { $0 as any IssueService }
        blueprint.provide(ReposEnvironment.init(service:))
        blueprint.export(ReposEnvironment.self)
        let repos = try await Scope.open(Plan(blueprint)) { try await $0.read(ReposEnvironment.self).repos(1) }
        #expect(repos == ["repo 1"])
    }

    typealias MovieID = Int
    typealias Movie = String

    struct MovieDetails: Sendable {
        let id: MovieID

        func load() async throws -> Movie { "movie \(id)" }
    }

    actor MoviesCoordinator {
        let details: Scene<MovieID, MovieDetails>

        init(details: Scene<MovieID, MovieDetails>) { self.details = details }

        func show(_ id: MovieID) async throws -> Movie {
            try await details.open(id) { model in try await model.load() }
        }
    }

    @Test("Scene opens a model") func scene() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide(MoviesCoordinator.init(details:))
        blueprint.scene(MovieID.self, MovieDetails.self) { $0.provide(MovieDetails.init(id:)) }
        blueprint.export(MoviesCoordinator.self)
        let movie = try await Scope.open(Plan(blueprint)) { try await $0.read(MoviesCoordinator.self).show(7) }
        #expect(movie == "movie 7")
    }

    struct TransferService: Sendable {
        let configuration: StoreConfiguration
    }

    @Test("Tagged distinguishes instances of one type") func tagged() async throws {
        var blueprint = Blueprint("gallery")
        blueprint.provide(value: StoreConfiguration(path: "images"))

        enum Images {}

        struct Gallery: Sendable {
            let transfer: TransferService

            init(transfer: Tagged<Images, TransferService>) { self.transfer = transfer.value }
        }

        blueprint.provide(TransferService.init(configuration:)) { Tagged<Images, TransferService>($0) }
        blueprint.provide(Gallery.init(transfer:))

        blueprint.export(Gallery.self)
        let transfer = try await Scope.open(Plan(blueprint)) { try await $0.read(Gallery.self).transfer }
        #expect(transfer.configuration.path == "images")
    }
}
