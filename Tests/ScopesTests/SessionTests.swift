import Scopes
import Testing

@Suite("Sessions", .timeLimit(.minutes(2))) struct SessionTests {
    struct Client: Sendable { let uid: Int }

    final class Basket: Closable {
        let client: Client
        let journal: Journal

        init(client: Client, journal: Journal) {
            self.client = client
            self.journal = journal
        }

        func close() async throws {
            journal.note("close \(client.uid)")
        }
    }

    @Test("opens a session for each client and reads its contributions") func clients() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.session(Client.self) { blueprint in
                blueprint.provide(Basket.init(client:journal:))
                blueprint.contribute({ (basket: Basket) in basket }, .ownedElsewhere) { $0 as any Closable }
            }
        }
        #expect(root.nested[0].contributions(to: (any Closable).self).map(\.implementation) as? [Basket.Type] != nil)
        let scope = try await Scope.open(Plan(root))
        let first = try await scope.openSession(Client(uid: 1))
        let second = try await scope.openSession(Client(uid: 2))
        let baskets = try (first.contributions(to: (any Closable).self) + second.contributions(to: (any Closable).self))
        #expect(baskets.compactMap { ($0 as? Basket)?.client.uid } == [1, 2])
        await first.close()
        #expect(journal.entries == ["close 1"])
        await scope.close()
        #expect(journal.entries == ["close 1", "close 2"])
    }

    @Test("a session requires the declared arguments") func arguments() async throws {
        let root = blueprint { blueprint in
            blueprint.session(Client.self) { $0.provide { (client: Client) in client.uid } }
        }
        try await Scope.open(Plan(root)) { scope in
            let session = try #require(scope.plan.session)
            let error = await #expect(throws: OpeningError.self) { try await scope.open(session) }
            #expect(
                error?.description
                    == "root/session could not be opened: it requires arguments of type Client; open it by `openSession(_:)` or by a Scene"
            )
            #expect(error?.closing.entries.isEmpty == true)
        }
    }

    @Test("rejects a session that the blueprint does not declare") func undeclared() async throws {
        let without = blueprint { _ in }
        let other = blueprint { $0.session(Int.self) { _ in } }
        for root in [without, other] {
            try await Scope.open(Plan(root)) { scope in
                let error = await #expect(throws: OpeningError.self) { try await scope.openSession(Client(uid: 1)) }
                #expect(
                    error?.description
                        == "root/session could not be opened: no scope named session is declared for arguments of the given type"
                )
            }
        }
    }
}
