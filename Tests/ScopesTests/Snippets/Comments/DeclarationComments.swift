public import Scopes
import Testing

extension BindingMark {
    /// Marks bindings whose instances outlive a change of the configuration.
    public static let durable = BindingMark("durable")
}

/// The examples in the comments of the folder Declaration.
@Suite("Examples in comments: blueprints", .timeLimit(.minutes(2))) struct BlueprintComments {
    struct Clock: Sendable {}

    struct SQLiteItemStore: ItemStore {
        let name: String

        init(configuration: StoreConfiguration, clock: Clock) { name = configuration.path }
    }

    struct CachingStore: ItemStore {
        let name: String

        init(base: any ItemStore, clock: Clock) { name = "cache of \(base.name)" }
    }

    static var items: Blueprint {
        var blueprint = Blueprint("items")
        blueprint.provide(SQLiteItemStore.init(configuration:clock:)) { $0 as any ItemStore }
        blueprint.provide(ItemFeed.init(store:))
        blueprint.export((any ItemStore).self)

        blueprint.provide(Clock.init)
        blueprint.provide(value: StoreConfiguration())
        return blueprint
    }

    @Test("an alias provides an instance under a second key") func alias() async throws {
        var blueprint = Blueprint("items")
        blueprint.provide(MemoryItemStore.init)
        blueprint.alias(MemoryItemStore.self) { $0 as any ItemStore }
        let name = try await Scope.open(Plan(blueprint)) { try await $0.instance(of: (any ItemStore).self).name }
        #expect(name == "memory")
    }

    @Test("opening a blueprint creates its instances") func declared() async throws {
        let name = try await Scope.open(Plan(Self.items)) { try await $0.read((any ItemStore).self).name }
        #expect(name == "items.db")
    }

    @Test("a decorator wraps the store") func decorator() async throws {
        var blueprint = Self.items
        blueprint.decorate(CachingStore.init(base:clock:)) { $0 as any ItemStore }
        let name = try await Scope.open(Plan(blueprint)) { try await $0.read((any ItemStore).self).name }
        #expect(name == "cache of items.db")
    }

    @Test("a blueprint is split by a mark into two blueprints") func split() throws {
        var blueprint = Blueprint("items")
        blueprint.provide(Clock.init, .marked(.durable))
        blueprint.provide(MemoryItemStore.init)
        let (durable, inner) = blueprint.split(by: .durable, inner: "current")
        var outer = durable
        outer.nest(inner)
        #expect(outer.bindings.map(\.key) == [BindingKey(Clock.self)])
        #expect(try Plan(outer).nested("current")?.blueprint.bindings.count == 1)
    }

    typealias MovieID = Int

    struct MovieDetails: Sendable {
        let id: MovieID
        let repository: MemoryItemStore
    }

    struct MovieList: Sendable {
        let details: Scene<MovieID, MovieDetails>
    }

    @Test("an object opens a scene with an argument") func scene() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide(MemoryItemStore.init)
        blueprint.scene(MovieID.self, MovieDetails.self) { blueprint in
            blueprint.provide(MovieDetails.init(id:repository:))
        }
        blueprint.provide(MovieList.init(details:))
        blueprint.export(MovieList.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let list = try await scope.read(MovieList.self)
            #expect(try await list.details.open(7) { $0.id } == 7)
        }
    }

    struct Client: Sendable { let name: String }

    struct SessionDependencies: Sendable { let titles: [String] }

    struct MoviesCoordinator: Sendable {
        let dependencies: SessionDependencies
        let client: Client
    }

    @Test("an isolated session receives its inputs") func inputs() async throws {
        var blueprint = Blueprint("movies")
        blueprint.provide(value: SessionDependencies(titles: ["Heat"]))
        blueprint.session(Client.self) { session in
            session.inputs(SessionDependencies.self)
            session.provide(MoviesCoordinator.init(dependencies:client:))
        }
        try await Scope.open(Plan(blueprint)) { scope in
            let session = try await scope.openSession(Client(name: "Ann"))
            #expect(try await session.instance(of: MoviesCoordinator.self).dependencies.titles == ["Heat"])
        }
    }

    actor Database {
        let path: String
        private(set) var isOpen = true

        init(path: String) { self.path = path }

        func shutDown() async throws { isOpen = false }
    }

    @Test("an option closes a lazy instance with a closure") func options() async throws {
        var blueprint = Blueprint("items")
        blueprint.provide(value: "items.db")
        blueprint.provide(Database.init(path:), .lazily, .onClose { try await $0.shutDown() })
        blueprint.export(Database.self)
        let database = try await Scope.open(Plan(blueprint)) { try await $0.read(Database.self) }
        #expect(await !database.isOpen)
    }

    final class FolderList: Sendable {
        private struct State: Sendable {
            weak var delegate: Window?
        }

        private let state = Guarded(State())

        var delegate: Window? {
            get { state.withLock { $0.delegate } }
            set { state.withLock { $0.delegate = newValue } }
        }

        func attach(to window: Window) { delegate = window }
    }

    final class Window: Sendable {
        let folders: FolderList

        init(folders: FolderList) { self.folders = folders }
    }

    @Test("actions run after the creation of their parameters") func afterCreation() async throws {
        for isMethod in [false, true] {
            var blueprint = Blueprint("folders")
            blueprint.provide(FolderList.init)
            blueprint.provide(Window.init(folders:))
            blueprint.export(FolderList.self)
            if isMethod {
                blueprint.afterCreation(FolderList.attach(to:))
            } else {
                blueprint.afterCreation { (folders: FolderList, window: Window) in folders.delegate = window }
            }
            try await Scope.open(Plan(blueprint)) { scope in
                let folders = try await scope.read(FolderList.self)
                #expect(folders.delegate?.folders === folders)
            }
        }
    }
}
