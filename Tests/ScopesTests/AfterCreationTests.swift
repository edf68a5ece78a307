import Scopes
import Testing

/// Property and method injection for two instances that refer to each other.
@Suite("Actions after creation", .timeLimit(.minutes(2))) struct AfterCreationTests {
    final class Folders: Sendable {
        let window = Guarded<Window?>(nil)

        func attach(to window: Window) {
            self.window.withLock { $0 = window }
        }
    }

    final class Window: Sendable {
        let folders: Folders

        init(folders: Folders) { self.folders = folders }
    }

    private func root(_ connect: (inout Blueprint) -> Void) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(Folders.init)
            blueprint.provide(Window.init(folders:))
            connect(&blueprint)
            blueprint.export(Folders.self)
            blueprint.export(Window.self)
        }
    }

    @Test("an action sets a property or calls a method of an instance") func injection() async throws {
        let roots = [
            root { $0.afterCreation { (folders: Folders, window: Window) in folders.attach(to: window) } },
            root { $0.afterCreation(Folders.attach(to:)) },
            root { blueprint in
                blueprint.afterCreation { (folders: Folders, window: Window) async in folders.attach(to: window) }
            },
        ]
        for root in roots {
            try await Scope.open(Plan(root)) { scope in
                let (folders, window) = (try await scope.read(Folders.self), try await scope.read(Window.self))
                #expect(folders.window.withLock { $0 === window })
                folders.window.withLock { $0 = nil }
            }
        }
    }

    @Test("opening fails when an action throws an error") func throwing() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:))
            blueprint.afterCreation { (_: Noted<A>) throws in throw Failure() }
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        #expect(
            error?.description.contains("creating action after creation (ScopesTests/AfterCreationTests.swift:") == true
        )
        #expect(journal.entries == ["make A", "close A"])
    }

    @Test("reports a missing parameter of an action") func missing() {
        let root = blueprint { $0.afterCreation { (_: Int) in } }
        #expect(diagnostics { () throws(AdmissionError) in try Plan(root) }.map(\.code) == [.missing])
    }

    @Test("an action in a scene creates the lazy instance that it takes") func lazyInScene() async throws {
        struct Holder: Sendable { let scene: Scene<Int, String> }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide({ 1.5 }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.scene(Int.self, String.self) { blueprint in
                blueprint.provide { (number: Int) in "\(number)" }
                blueprint.afterCreation { (text: String, number: Double) in journal.note("\(text) \(number)") }
            }
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            try await scope.read(Holder.self).scene.open(4) { _ in }
        }
        #expect(journal.entries == ["4 1.5"])
    }
}
