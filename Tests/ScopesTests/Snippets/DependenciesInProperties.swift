import Scopes
import Testing

@Suite("Examples: dependencies in properties") struct DependenciesInProperties {
    protocol TitleRepository: Sendable {
        func titles() -> [String]
    }

    struct StoredTitles: TitleRepository {
        func titles() -> [String] { ["Heat", "Alien"] }
    }

    struct UpcomingTitles: Sendable, UsesDependencies {
        static let dependencies = DependencyTypes((any TitleRepository).self)

        @Dependency var repository: any TitleRepository

        init() {}

        func first() -> String? { repository.titles().first }
    }

    class UseCase: @unchecked Sendable, UsesDependencies {
        // Unchecked, because the compiler can't check a class with subclasses. The wrapper has no setter.
        class var dependencies: DependencyTypes { DependencyTypes((any TitleRepository).self) }

        @Dependency var repository: any TitleRepository
    }

    final class HomeUseCase: UseCase, @unchecked Sendable {
        func count() -> Int { repository.titles().count }
    }

    final class SavedUseCase: UseCase, @unchecked Sendable {
        func last() -> String? { repository.titles().last }
    }

    actor Counter: UsesDependencies {
        static let dependencies = DependencyTypes((any TitleRepository).self)

        @Dependency var repository: any TitleRepository
        private var count = 0

        init() {}

        func next() -> String {
            defer { count += 1 }
            return repository.titles()[count % repository.titles().count]
        }
    }

    @Test("the scope fills the properties") func filled() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide(StoredTitles.init) { $0 as any TitleRepository }
        blueprint.provide(UpcomingTitles.init)
        blueprint.provide(HomeUseCase.init)
        blueprint.provide(SavedUseCase.init)
        blueprint.provide(Counter.init)

        blueprint.export(UpcomingTitles.self)
        blueprint.export(HomeUseCase.self)
        blueprint.export(SavedUseCase.self)
        blueprint.export(Counter.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let upcoming = try await scope.read(UpcomingTitles.self)
            #expect(upcoming.first() == "Heat")
            #expect(try await scope.read(HomeUseCase.self).count() == 2)
            #expect(try await scope.read(SavedUseCase.self).last() == "Alien")
            #expect(try await scope.read(Counter.self).next() == "Heat")
        }
    }

    @Test("validation reports a missing dependency") func missing() throws {
        try expectShown {
            var blueprint = Blueprint("movies")
            blueprint.provide(HomeUseCase.init)
            do {
                _ = try Plan(blueprint)
                return "valid"
            } catch {
                return "\(error)"
            }
        }
    }

    struct Search: Sendable {
        @Dependency var repository: any TitleRepository

        init() {}
    }

    @Test("the binding declares the dependencies of a type") func uses() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide(StoredTitles.init) { $0 as any TitleRepository }
        blueprint.provide(Search.init, .uses((any TitleRepository).self))
        blueprint.export(Search.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let search = try await scope.read(Search.self)
            #expect(search.repository.titles().count == 2)
        }
    }

    struct Mock: TitleRepository {
        func titles() -> [String] { ["Mock"] }
    }

    struct LaterTitles: Sendable {
        @Dependency var repository: any TitleRepository

        init(repository: Dependency<any TitleRepository> = Dependency()) { _repository = repository }
    }

    @Test("an initializer accepts a dependency from a test") func manual() {
        let titles = LaterTitles(repository: Dependency(wrappedValue: Mock()))
        #expect(titles.repository.titles() == ["Mock"])
    }
}
