import Scopes
import Testing

@Suite("Examples: inside Scopes", .timeLimit(.minutes(2))) struct InsideScopes {
    protocol Notes: Sendable {
        func add(_ text: String) async -> Int
    }

    actor MemoryNotes: Notes {
        private var notes: [String] = []

        func add(_ text: String) -> Int {
            notes.append(text)
            return notes.count
        }
    }

    struct Notebook: Sendable {
        let notes: any Notes

        init(notes: any Notes) { self.notes = notes }

        func write(_ text: String) async -> Int { await notes.add(text) }
    }

    @Test("the example opens and returns the result of its body") func example() async throws {
        var blueprint = Blueprint("notes")
        blueprint.provide(Notebook.init(notes:))
        blueprint.provide(MemoryNotes.init) { $0 as any Notes }
        let count = try await Scope.open(blueprint) { scope in
            try await scope.instance(of: Notebook.self).write("Buy tea")
        }
        #expect(count == 1)
    }
}
