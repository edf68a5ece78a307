import Scopes
import Testing

@Suite("Examples: getting started", .timeLimit(.minutes(2))) struct GettingStarted {
    protocol Notes: Sendable {
        func add(_ text: String) async
        func all() async -> [String]
    }

    actor MemoryNotes: Notes {
        private var notes: [String] = []

        func add(_ text: String) { notes.append(text) }
        func all() -> [String] { notes }
    }

    struct Notebook: Sendable {
        let notes: any Notes

        init(notes: any Notes) { self.notes = notes }

        func write(_ text: String) async -> Int {
            await notes.add(text)
            return await notes.all().count
        }
    }

    @Test("opening a blueprint creates its instances") func opening() async throws {
        var blueprint = Blueprint("notes")
        blueprint.provide(MemoryNotes.init) { $0 as any Notes }
        blueprint.provide(Notebook.init(notes:))

        let count = try await Scope.open(blueprint) { scope in
            let notebook = try await scope.instance(of: Notebook.self)
            return await notebook.write("Buy tea")
        }
        #expect(count == 1)
    }

    actor Database: Closable {
        private(set) var isOpen = true

        init() async throws {}

        func close() async throws { isOpen = false }
    }

    @Test("closing a scope closes a Closable instance") func closable() async throws {
        var blueprint = Blueprint("notes")
        blueprint.provide(Database.init)

        let scope = try await Scope.open(blueprint)
        let database = try await scope.instance(of: Database.self)
        let report = await scope.close()
        #expect(await database.isOpen == false)
        #expect(report.problems.isEmpty && report.entries.count == 1)
    }

    @Test("a nested scope uses the bindings of its parent") func nested() async throws {
        var root = Blueprint("root")
        root.provide(MemoryNotes.init) { $0 as any Notes }
        var reader = Blueprint("reader")
        reader.provide(Notebook.init(notes:))

        let rootPlan = try Plan(root)
        let readerPlan = try Plan(reader, under: rootPlan)
        try await Scope.open(rootPlan) { root in
            let scope = try await root.open(readerPlan)
            let notebook = try await scope.instance(of: Notebook.self)
            #expect(await notebook.write("Buy tea") == 1)
            await scope.close()
        }
    }

    @MainActor final class Screen {
        let title: String

        init(title: String) { self.title = title }
    }

    struct Sum: Sendable {
        let value: Int

        init(_ numbers: Int...) { value = numbers.reduce(0, +) }
    }

    struct Label: Sendable {
        let text: String

        init?(text: String) {
            if text.isEmpty { return nil }
            self.text = text
        }
    }

    struct EmptyText: Error {}

    @Test("a binding accepts a closure that calls an initializer") func closures() async throws {
        var blueprint = Blueprint("notes")
        blueprint.provide(value: "Notes")
        blueprint.provide { (title: String) async in await Screen(title: title) }
        blueprint.provide { Sum(1, 2, 3) }
        blueprint.provide { (text: String) throws(EmptyText) in
            guard let label = Label(text: text) else { throw EmptyText() }
            return label
        }

        blueprint.export(Screen.self)
        blueprint.export(Sum.self)
        blueprint.export(Label.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let screen = try await scope.read(Screen.self)
            #expect(screen.title == "Notes")
            #expect(try await scope.read(Sum.self).value == 6)
            #expect(try await scope.read(Label.self).text == "Notes")
        }
    }
}
