import Scopes
import Testing

/// Dependencies that an initializer requests with its Building.
@Suite("Dependencies in properties", .timeLimit(.minutes(2))) struct DependencyTests {
    struct Reading: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\Self.store, \Self.absent) }

        @Dependency var store: any ItemStore
        @Dependency var absent: Double?

        init(_ building: Building) throws {
            _store = try Dependency(building)
            _absent = try Dependency(building)
        }

        init(store: any ItemStore) {
            _store = Dependency(wrappedValue: store)
            _absent = Dependency(wrappedValue: nil)
        }
    }

    actor Counting: UsesDependencies {
        static let dependencies = DependencyTypes(Int.self)

        @Dependency var start: Int

        init(_ building: Building) async throws { _start = try Dependency(building) }

        func next() -> Int { start + 1 }
    }

    // Unchecked, because the compiler can't check a class with subclasses. Both classes have only constants.
    class Base: @unchecked Sendable, UsesDependencies {
        class var dependencies: DependencyTypes { DependencyTypes(\Base.store) }

        let store: any ItemStore

        init(_ building: Building) throws { store = try Dependency(building).wrappedValue }
    }

    // Unchecked for the same reason as the superclass.
    final class Derived: Base, @unchecked Sendable {
        override class var dependencies: DependencyTypes { super.dependencies + DependencyTypes(\Derived.number) }

        let number: Int

        override init(_ building: Building) throws {
            number = try Dependency(building).wrappedValue
            try super.init(building)
        }

        var text: String { "\(store.name) \(number)" }
    }

    private var root: Blueprint {
        blueprint { blueprint in
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.provide(value: 7)
        }
    }

    @Test("fills the properties of a struct, an actor and a subclass") func filled() async throws {
        var root = root
        root.provide(Reading.init(_:))
        root.provide(Counting.init(_:))
        root.provide(Derived.init(_:))
        try await Scope.open(Plan(root)) { scope in
            let reading = try await scope.read(Reading.self)
            #expect(reading.store.name == "memory")
            #expect(reading.absent == nil)
            #expect(try await scope.read(Counting.self).next() == 8)
            #expect(try await scope.read(Derived.self).text == "memory 7")
        }
    }

    @Test("validates declared dependencies") func validated() {
        let root = blueprint { $0.provide(Reading.init(_:)) }
        let found = diagnostics { () throws(AdmissionError) in try Plan(root) }
        #expect(found.map(\.summary) == ["Reading needs ItemStore, which neither root nor a scope above it provides"])
        #expect(root.bindings[0].requirements.map(\.description) == ["Building", "ItemStore", "Double?"])
    }

    struct Declared: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\Self.number) }

        let number: Int

        init(_ building: Building) throws { number = try Dependency(building).wrappedValue }
    }

    struct Undeclared: Sendable {
        let number: Int

        init(_ building: Building) throws { number = try Dependency(building).wrappedValue }
    }

    @Test("rejects an undeclared dependency") func undeclared() async throws {
        var silent = root
        silent.provide(
            Undeclared.init(_:), .onClose { _ in Issue.record("closed an instance that was never created") })
        let plan = try Plan(silent)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        guard case .bindingFailed(_, let cause as UndeclaredDependency) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.key == BindingKey(Int.self))
        #expect(cause.location.file == "ScopesTests/DependencyTests.swift")
    }

    /// An object that keeps its Building, and the object of which it is a part.
    struct Keeping: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes(\Self.number) }

        let building: Building
        let number: Int

        init(_ building: Building) throws {
            self.building = building
            number = try Undeclared(building).number
        }

        init(asynchronously building: Building) async throws {
            try self.init(building)
            await Task.yield()
            // The Building is valid until the initializer returns.
            _ = try Dependency<Int>(building)
        }
    }

    @Test("a stored Building is invalid when the initializer has returned", arguments: [false, true])
    func ended(isAsynchronous: Bool) async throws {
        var root = root
        if isAsynchronous {
            root.provide(Keeping.init(asynchronously:))
        } else {
            root.provide(Keeping.init(_:))
        }
        try await Scope.open(Plan(root)) { scope in
            let keeping = try await scope.read(Keeping.self)
            #expect(keeping.number == 7)
            let error = #expect(throws: BuildingEnded.self) { try Undeclared(keeping.building) }
            #expect(
                error?.description == """
                    a Building of root was used after its initializer had returned; use it only in that initializer, and \
                    store the values that it provides
                    """)
        }
    }

    @Test("a Building is invalid when the initializer has thrown") func failed() async throws {
        let stored = Guarded<Building?>(nil)
        var root = root
        struct Failing: Sendable, UsesDependencies {
            static var dependencies: DependencyTypes { DependencyTypes(Int.self) }
        }
        root.provide { (building: Building) throws -> Failing in
            stored.withLock { $0 = building }
            throw Failure()
        }
        let plan = try Plan(root)
        await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        let building = try #require(stored.withLock { $0 })
        #expect(throws: BuildingEnded.self) { try Dependency<Int>(building) }
    }

    @Test("a stored Building keeps no dependency alive") func released() async throws {
        final class Name: Sendable {}
        struct Storing: Sendable, UsesDependencies {
            static var dependencies: DependencyTypes { DependencyTypes(Name.self) }

            let building: Building
        }
        weak var name: Name?
        var storing: Storing?
        do {
            let new = Name()
            name = new
            let root = blueprint { blueprint in
                blueprint.provide { [new] in new }
                blueprint.provide(Storing.init(building:))
            }
            storing = try await Scope.open(Plan(root)) { try await $0.read(Storing.self) }
        }
        #expect(storing != nil)
        #expect(name == nil)
    }

    @Test("an object that is created in another's initializer has its own Building") func nested() async throws {
        struct Outer: Sendable {
            let texts: [String]

            init(_ building: Building, inner: Lazy<Declared>) async throws {
                let before = try building.scope
                let number = try await inner().number
                texts = [before, "\(number)", try building.scope]
            }
        }
        var root = root
        root.provide(Declared.init(_:), .lazily)
        root.provide(Outer.init(_:inner:))
        try await Scope.open(Plan(root)) { scope in
            let outer = try await scope.read(Outer.self)
            #expect(outer.texts == ["root", "7", "root"])
        }
    }

    @Test("a property accepts a value without a scope") func manual() {
        #expect(Reading(store: MemoryItemStore()).store.name == "memory")
    }
}
