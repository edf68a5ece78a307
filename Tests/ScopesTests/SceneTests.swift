import Scopes
import Testing

@Suite("Scenes", .timeLimit(.minutes(2))) struct SceneTests {
    struct MovieID: Sendable, Hashable { let value: Int }

    final class Repository: Sendable {
        let title = "Heat"
    }

    final class Details: Closable {
        let id: MovieID
        let repository: Repository
        let journal: Journal

        init(id: MovieID, repository: Repository, journal: Journal) {
            self.id = id
            self.repository = repository
            self.journal = journal
        }

        var text: String { "\(id.value): \(repository.title)" }

        func close() async throws {
            journal.note("close \(id.value)")
        }
    }

    actor Coordinator {
        let details: Scene<MovieID, Details>
        var shown: [String] = []
        var current: OpenScene<Details>?

        init(details: Scene<MovieID, Details>) {
            self.details = details
        }

        /// The body uses the actor's state, because it runs on the caller's actor.
        func show(_ number: Int) async throws -> Int {
            try await details.open(MovieID(value: number)) { model in
                shown.append(model.text)
                return shown.count
            }
        }

        func fail(_ number: Int) async throws {
            try await details.open(MovieID(value: number)) { _ in throw Failure() }
        }

        func present(_ number: Int) async throws -> String {
            await current?.close()
            let scene = try await details.open(MovieID(value: number))
            current = scene
            return try scene.model.text
        }

        func model() throws -> Details? {
            try current?.model
        }
    }

    private func root(_ journal: Journal) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Repository.init)
            blueprint.provide(Coordinator.init(details:))
            blueprint.scene(MovieID.self, Details.self) { blueprint in
                blueprint.provide(Details.init(id:repository:journal:))
            }
            blueprint.export(Coordinator.self)
        }
    }

    @Test("a scene receives its arguments and instances of the parent") func arguments() async throws {
        let journal = Journal()
        try await Scope.open(Plan(root(journal))) { scope in
            let coordinator = try await scope.read(Coordinator.self)
            #expect(try await coordinator.show(1) == 1)
            #expect(try await coordinator.show(2) == 2)
            #expect(await coordinator.shown == ["1: Heat", "2: Heat"])
            #expect(journal.entries == ["close 1", "close 2"])
        }
    }

    @Test("closes a scene when its body throws or its task is cancelled") func body() async throws {
        let journal = Journal()
        try await Scope.open(Plan(root(journal))) { scope in
            let coordinator = try await scope.read(Coordinator.self)
            await #expect(throws: Failure()) { try await coordinator.fail(3) }
            let gate = Gate()
            let cancelled = Task {
                await gate.wait()
                return try await coordinator.show(4)
            }
            cancelled.cancel()
            gate.open()
            _ = try await cancelled.value
            #expect(journal.entries == ["close 3", "close 4"])
        }
    }

    @Test("closes a scene explicitly or with its parent") func manual() async throws {
        let journal = Journal()
        let scope = try await Scope.open(Plan(root(journal)))
        let coordinator = try await scope.read(Coordinator.self)
        #expect(try await coordinator.present(1) == "1: Heat")
        #expect(try await coordinator.present(2) == "2: Heat")
        #expect(journal.entries == ["close 1"])
        #expect(await coordinator.current?.path == "root/Details")
        let report = await scope.close()
        #expect(journal.entries == ["close 1", "close 2"])
        #expect(report.entries.map(\.scope) == ["root/Details"])
        await #expect(throws: ScopeClosed(scope: "root/Details")) { try await coordinator.model() }
        let error = await #expect(throws: OpeningError.self) { try await coordinator.show(3) }
        #expect(error?.description == "root/Details could not be opened: root is not open")
    }

    @Test("opens a scene under the scope that declares it") func declaringScope() async throws {
        let journal = Journal()
        let child = blueprint("child") { blueprint in
            blueprint.provide { (scene: Scene<MovieID, Details>) in Coordinator(details: scene) }
            blueprint.export(Coordinator.self)
        }
        try await Scope.open(Plan(root(journal))) { scope in
            let inner = try await scope.open(Plan(child, under: scope.plan))
            let coordinator = try await inner.read(Coordinator.self)
            #expect(try await coordinator.present(1) == "1: Heat")
            await inner.close()
            #expect(try await coordinator.model()?.text == "1: Heat")
        }
        #expect(journal.entries == ["close 1"])
    }

    @Test("opens a scene from a scene") func nested() async throws {
        struct Inner: Sendable {
            let text: String
            let number: Int
        }
        struct Outer: Sendable { let inner: Scene<String, Inner> }
        struct Holder: Sendable { let scene: Scene<Int, Outer> }
        let root = blueprint { blueprint in
            blueprint.provide(Holder.init)
            blueprint.scene(Int.self, Outer.self) { blueprint in
                blueprint.provide(Outer.init)
                blueprint.scene(String.self, Inner.self) { $0.provide(Inner.init) }
            }
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            let seen = try await holder.scene.open(7) { outer in
                try await outer.inner.open("seven") { "\($0.text) \($0.number)" }
            }
            #expect(seen == "seven 7")
        }
    }

    @Test("opens a scene without arguments") func noArguments() async throws {
        struct Holder: Sendable { let scene: Scene<Void, Repository> }
        let root = blueprint { blueprint in
            blueprint.provide(Holder.init)
            blueprint.scene(Void.self, Repository.self) { $0.provide(Repository.init) }
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            let title = try await holder.scene.open { $0.title }
            #expect(title == "Heat")
            let opened = try await holder.scene.open()
            #expect(try opened.model.title == "Heat")
            await opened.close()
        }
    }

    @Test("accepts a transient or lazy model") func model() async throws {
        struct Holder: Sendable {
            let transient: Scene<Int, String>
            let lazy: Scene<Int, Double>
        }
        let root = blueprint { blueprint in
            blueprint.provide(Holder.init)
            blueprint.scene(Int.self, String.self) { blueprint in
                blueprint.provide({ (number: Int) in "\(number)" }, .transient)
            }
            blueprint.scene(Int.self, Double.self) { blueprint in
                blueprint.provide({ (number: Int) in Double(number) }, .lazily)
            }
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            #expect(try await holder.transient.open(1) { $0 } == "1")
            #expect(try await holder.lazy.open(2) { $0 } == 2)
        }
    }

    @Test("closes the created instances when a scene fails to open") func failure() async throws {
        struct Holder: Sendable { let scene: Scene<Int, String> }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Holder.init)
            blueprint.scene(Int.self, String.self) { blueprint in
                blueprint.provide(Noted<A>.init(journal:))
                blueprint.provide { (_: Noted<A>) throws -> String in throw Failure() }
            }
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: OpeningError.self) { try await holder.scene.open(1) }
            #expect(journal.entries == ["make A", "close A"])
        }
    }

    @Test("rejects a scene that an initializer of the declaring scope opens") func tooEarly() async throws {
        let root = blueprint { blueprint in
            blueprint.provide { (scene: Scene<Void, Repository>) async throws -> String in
                try await scope(of: scene)
            }
            blueprint.scene(Void.self, Repository.self) { $0.provide(Repository.init) }
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        #expect(error?.description.contains("root is not open") == true)
    }

    @Test("closes every scene under concurrent use") func concurrent() async throws {
        let journal = Journal()
        let scope = try await Scope.open(Plan(root(journal)))
        let coordinator = try await scope.read(Coordinator.self)
        let details = coordinator.details
        let opened = await withTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    var opened = 0
                    while let scene = try? await details.open(MovieID(value: number)) {
                        opened += 1
                        if let model = try? scene.model { #expect(model.text == "\(number): Heat") }
                        if opened % 2 == 0 { await scene.close() }
                        if opened == 20 { await scope.close() }
                    }
                    return opened
                }
            }
            return await group.reduce(0, +)
        }
        #expect(journal.entries.count == opened)
    }
}

private func scope(of scene: Scene<Void, SceneTests.Repository>) async throws -> String {
    try await scene.open { $0.title }
}
