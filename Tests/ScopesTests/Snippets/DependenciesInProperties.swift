import Scopes
import Testing

@Suite("Examples: dependencies in properties", .timeLimit(.minutes(2))) struct DependenciesInProperties {
    protocol TitleRepository: Sendable {
        func titles() -> [String]
    }

    struct StoredTitles: TitleRepository {
        func titles() -> [String] { ["Heat", "Alien"] }
    }

    struct UpcomingTitles: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\Self.repository) }

        @Dependency var repository: any TitleRepository

        init(_ building: Building) throws { _repository = try Dependency(building) }

        func first() -> String? { repository.titles().first }
    }

    struct UseCaseBase: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\Self.repository) }

        @Dependency var repository: any TitleRepository

        init(_ building: Building) throws { _repository = try Dependency(building) }

        init(repository: any TitleRepository) { _repository = Dependency(wrappedValue: repository) }
    }

    protocol UseCase: Sendable {
        var base: UseCaseBase { get }
    }

    struct HomeUseCase: UseCase {
        let base: UseCaseBase

        func count() -> Int { base.repository.titles().count }
    }

    final class SavedTitles: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\SavedTitles.repository) }

        let repository: any TitleRepository

        init(_ building: Building) throws { repository = try Dependency(building).wrappedValue }

        func last() -> String? { repository.titles().last }
    }

    actor Counter: UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes((any TitleRepository).self) }

        @Dependency var repository: any TitleRepository
        private var count = 0

        init(_ building: Building) throws { _repository = try Dependency(building) }

        func next() -> String {
            defer { count += 1 }
            return repository.titles()[count % repository.titles().count]
        }
    }

    @Test("the scope fills the properties") func filled() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide(StoredTitles.init) { $0 as any TitleRepository }
        blueprint.provide(UpcomingTitles.init(_:))
        blueprint.provide(UseCaseBase.init(_:))
        blueprint.provide(HomeUseCase.init(base:))
        blueprint.provide(SavedTitles.init(_:))
        blueprint.provide(Counter.init(_:))

        try await Scope.open(Plan(blueprint)) { scope in
            let upcoming = try await scope.read(UpcomingTitles.self)
            #expect(upcoming.first() == "Heat")
            #expect(try await scope.read(HomeUseCase.self).count() == 2)
            #expect(try await scope.read(SavedTitles.self).last() == "Alien")
            #expect(try await scope.read(Counter.self).next() == "Heat")
        }
    }

    @Test("validation reports a missing dependency") func missing() throws {
        try expectShown {
            var blueprint = Blueprint("movies")
            blueprint.provide(UpcomingTitles.init(_:))
            do {
                _ = try Plan(blueprint)
                return "valid"
            } catch {
                return "\(error)"
            }
        }
    }

    struct Mock: TitleRepository {
        func titles() -> [String] { ["Mock"] }
    }

    @Test("an initializer accepts a dependency from a test") func manual() {
        let home = HomeUseCase(base: UseCaseBase(repository: Mock()))
        #expect(home.count() == 1)
    }
}
