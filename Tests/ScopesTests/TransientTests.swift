import Scopes
import Testing

@Suite struct TransientTests {
    final class Each: Closable {
        let journal: Journal
        let name: String

        init(journal: Journal, name: String) {
            self.journal = journal
            self.name = name
        }

        func close() async throws {
            journal.note("close for \(name)")
        }
    }

    struct First: Sendable { let each: Each }
    struct Second: Sendable { let each: Each }

    @Test func eachThatAsksGetsItsOwn() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(value: "root")
            blueprint.provide(Each.init(journal:name:), .transient)
            blueprint.provide(First.init)
            blueprint.provide(Second.init)
            blueprint.export(First.self)
            blueprint.export(Second.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let first = try await scope.read(First.self)
            let second = try await scope.read(Second.self)
            #expect(first.each !== second.each)
        }
        #expect(journal.entries == ["close for root", "close for root"])
    }

    @Test func itBelongsToTheScopeThatIsBuiltAndIsMadeFromTheScopeThatDeclaresIt() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(value: "root")
            blueprint.provide(Each.init(journal:name:), .transient)
        }
        let child = blueprint("child") { blueprint in
            blueprint.provide(value: "child")
            blueprint.provide(First.init)
        }
        try await Scope.open(Plan(root)) { scope in
            let inner = try await scope.open(Plan(child, under: scope.plan))
            let report = await inner.close()
            #expect(report.entries.map(\.scope) == ["root/child"])
            #expect(journal.entries == ["close for root"])
        }
    }
}
