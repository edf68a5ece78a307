import Scopes
import Testing

/// Properties whose values the scope provides.
@Suite("Dependencies in properties") struct DependencyTests {
    @Test("does not fill the properties of an instance created during another's creation")
    func nestedCreation() async throws {
        struct Inner: Sendable { @Dependency var number: Int }
        struct Outer: Sendable {
            @Dependency var number: Int
            init(inner: Lazy<Inner>) async throws { _ = try await inner() }
        }
        let root = blueprint { blueprint in
            blueprint.provide(value: 5)
            // `Inner` declares no dependencies, so the first read of a property fails.
            blueprint.provide({ Inner() }, .lazily)
            blueprint.provide({ (inner: Lazy<Inner>) async throws in try await Outer(inner: inner) }, .uses(Int.self))
        }
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(Plan(root)) }
        guard case .bindingFailed(_, let cause) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((cause as? UndeclaredDependency)?.key == BindingKey(Int.self))
    }

    struct Reading: Sendable, UsesDependencies {
        static var dependencies: DependencyTypes { DependencyTypes((any ItemStore).self, Double?.self) }

        @Dependency var store: any ItemStore
        @Dependency var absent: Double?

        init() {}
    }

    actor Counting: UsesDependencies {
        static let dependencies = DependencyTypes(Int.self)

        @Dependency var start: Int

        init() async {}

        func next() -> Int { start + 1 }
    }

    // Unchecked, because a wrapped property is a variable in Swift 6.3, and the compiler can't check a class with
    // subclasses. The wrapper has no setter.
    class Base: @unchecked Sendable, UsesDependencies {
        class var dependencies: DependencyTypes { DependencyTypes((any ItemStore).self) }

        @Dependency var store: any ItemStore
    }

    // Unchecked for the same reason as the superclass.
    final class Derived: Base, @unchecked Sendable {
        override class var dependencies: DependencyTypes { super.dependencies + DependencyTypes(Int.self) }

        private let number = Dependency<Int>()

        var text: String { "\(store.name) \(number.wrappedValue)" }
    }

    private var root: Blueprint {
        blueprint { blueprint in
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.provide(value: 7)
        }
    }

    @Test("fills the properties of a struct, an actor and a subclass") func filled() async throws {
        var root = root
        root.provide(Reading.init)
        root.provide(Counting.init)
        root.provide(Derived.init)
        root.export(Reading.self)
        root.export(Counting.self)
        root.export(Derived.self)
        try await Scope.open(Plan(root)) { scope in
            let reading = try await scope.read(Reading.self)
            #expect(reading.store.name == "memory")
            #expect(reading.absent == nil)
            #expect(try await scope.read(Counting.self).next() == 8)
            #expect(try await scope.read(Derived.self).text == "memory 7")
        }
    }

    @Test("validates declared dependencies") func validated() {
        let root = blueprint { $0.provide(Reading.init) }
        let found = diagnostics { () throws(AdmissionError) in try Plan(root) }
        #expect(found.map(\.summary) == ["Reading needs ItemStore, which neither root nor a scope above it provides"])
        #expect(root.bindings[0].requirements.map(\.description) == ["ItemStore", "Double?"])
    }

    struct Undeclared: Sendable {
        @Dependency var number: Int

        init() {}
    }

    @Test("rejects an undeclared dependency unless the option declares it") func undeclared() async throws {
        var silent = root
        silent.provide(Undeclared.init, .onClose { _ in Issue.record("closed an instance that was never created") })
        let plan = try Plan(silent)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        guard case .bindingFailed(_, let cause as UndeclaredDependency) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.key == BindingKey(Int.self))
        #expect(cause.location.file == "ScopesTests/DependencyTests.swift")

        var declared = root
        declared.provide(Undeclared.init, .uses(Int.self))
        declared.export(Undeclared.self)
        let number = try await Scope.open(Plan(declared)) { try await $0.read(Undeclared.self).number }
        #expect(number == 7)
    }

    struct Starting: Sendable {
        let task: Task<Int?, Never>
        let gate: Gate

        init() {
            let gate = Gate()
            self.gate = gate
            task = Task {
                await gate.wait()
                // `Late` is created after the initializer that started this task has returned, so its property is not
                // filled.
                return Late().isFilled ? 1 : nil
            }
        }
    }

    struct Late: Sendable {
        let isFilled: Bool

        init() {
            var seen = false
            // The descendant exists only if properties are still filled.
            if let wrapper = Mirror(reflecting: Dependency<Int>()).descendant("state", "filled") {
                seen = wrapper is Int
            }
            isFilled = seen
        }
    }

    @Test("fills no property after the creation of the object") func afterwards() async throws {
        var root = root
        root.provide(Starting.init, .uses(Int.self))
        root.export(Starting.self)
        try await Scope.open(Plan(root)) { scope in
            let starting = try await scope.read(Starting.self)
            starting.gate.open()
            #expect(await starting.task.value == nil)
        }
    }

    /// The ways in which an initializer opens a scope.
    enum Opening: CaseIterable {
        case scene
        case scope
        /// The scope is opened in a task, after the construction.
        case later
    }

    @Test("does not fill properties in scopes that an initializer opens", arguments: Opening.allCases)
    func openedScopes(opening: Opening) async throws {
        struct Outer: Sendable {
            let task: Task<Void, any Error>?

            init(scene: Scene<Void, Undeclared>, opening: Opening, made: Gate) async throws {
                // The initializer may use its own dependencies.
                #expect(Undeclared().number == 7)
                switch opening {
                case .scene:
                    try await scene.open { _ in }
                    task = nil
                case .scope:
                    let other = blueprint { blueprint in
                        blueprint.provide(value: 8)
                        blueprint.provide(Undeclared.init)
                    }
                    try await Scope.open(Plan(other)) { _ in }
                    task = nil
                case .later:
                    task = Task {
                        await made.wait()
                        try await scene.open { _ in }
                    }
                }
                // The initializer may still use its dependencies.
                #expect(Undeclared().number == 7)
            }
        }
        struct Holder: Sendable { let outer: Lazy<Outer> }
        let made = Gate()
        var root = root
        root.provide(
            { (scene: Scene<Void, Undeclared>) async throws in
                try await Outer(scene: scene, opening: opening, made: made)
            }, .lazily, .uses(Int.self))
        root.scene(Void.self, Undeclared.self) { $0.provide(Undeclared.init) }
        root.provide(Holder.init)
        root.export(Holder.self)
        let error = await #expect(throws: OpeningError.self) {
            try await Scope.open(Plan(root)) { scope in
                let outer = try await scope.read(Holder.self).outer()
                made.open()
                try await outer.task?.value
            }
        }
        guard case .bindingFailed(let binding, let cause as UndeclaredDependency) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(binding.key == BindingKey(Undeclared.self))
        #expect(cause.key == BindingKey(Int.self))
    }

    @Test("a property accepts a value without a scope") func manual() {
        struct Given: Sendable {
            @Dependency var number: Int
        }
        #expect(Given(number: Dependency(wrappedValue: 3)).number == 3)
    }
}
