import Scopes
import Testing

/// The examples in the comments of the folder Declaration.
@Suite("Examples in comments: dependencies", .timeLimit(.minutes(2))) struct DependencyComments {
    protocol MovieRepository: Sendable {
        var title: String { get }
    }

    struct StoredMovies: MovieRepository {
        var title = "Heat"
    }

    struct HomeUseCase: UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\Self.repository) }

        @Dependency var repository: any MovieRepository

        init(_ building: Building) throws { _repository = try Dependency(building) }
    }

    final class Feed: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\Feed.repository) }

        let repository: any MovieRepository

        init(_ building: Building) throws { repository = try Dependency(building).wrappedValue }
    }

    @Test("the scope fills the properties") func filled() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide { StoredMovies() as any MovieRepository }
        blueprint.provide(HomeUseCase.init(_:))
        blueprint.provide(Feed.init(_:))
        try await Scope.open(Plan(blueprint)) { scope in
            let home = try await scope.read(HomeUseCase.self)
            #expect(home.repository.title == "Heat")
            let feed = try await scope.read(Feed.self)
            #expect(feed.repository.title == "Heat")
        }
    }
}
