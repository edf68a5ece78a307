import Scopes
import Testing

/// The examples in the comments of the folder Declaration.
@Suite("Examples in comments: dependencies") struct DependencyComments {
    protocol MovieRepository: Sendable {
        var title: String { get }
    }

    struct StoredMovies: MovieRepository {
        var title = "Heat"
    }

    struct HomeUseCase: UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes((any MovieRepository).self) }

        @Dependency var repository: any MovieRepository
    }

    class UseCase: @unchecked Sendable, UsesDependencies {
        // Unchecked, because the compiler can't check a class with subclasses. The wrapper has no setter.
        class var dependencies: DependencyTypes { DependencyTypes((any MovieRepository).self) }

        @Dependency var repository: any MovieRepository
    }

    @Test("the scope fills the properties") func filled() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide { StoredMovies() as any MovieRepository }
        blueprint.provide { HomeUseCase() }
        blueprint.provide(UseCase.init)
        blueprint.export(HomeUseCase.self)
        blueprint.export(UseCase.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let home = try await scope.read(HomeUseCase.self)
            #expect(home.repository.title == "Heat")
            let other = try await scope.read(UseCase.self)
            #expect(other.repository.title == "Heat")
        }
    }

    @Test("an initializer accepts a dependency from a test") func manual() {
        let mock = StoredMovies(title: "Mock")
        #expect(HomeUseCase(repository: Dependency(wrappedValue: mock)).repository.title == "Mock")
    }
}
