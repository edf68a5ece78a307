import Scopes
import Testing

/// Initializers, closers and deinitializers may use the scope that calls them, because no lock is held while they run.
@Suite("Reentrancy", .timeLimit(.minutes(2))) struct ReentrancyTests {
    /// Uses the whole interface of a scope.
    final class Nosy: Closable {
        let outer: Scope
        let live: Live<Int>
        let journal: Journal

        init(outer: Scope, live: Live<Int>, journal: Journal) {
            self.outer = outer
            self.live = live
            self.journal = journal
            use("init")
        }

        deinit { use("deinit") }

        func use(_ place: String) {
            let number = (try? live()) ?? -1
            let contributions = (try? outer.contributions(to: String.self).count) ?? -1
            journal.note("\(place) \(number) \(contributions) \(outer.graph().root.path)")
        }

        func close() async throws { use("close") }
    }

    private func outer() async throws -> Scope {
        try await Scope.open(
            Plan(
                blueprint("outer") { blueprint in
                    blueprint.provide(value: 1)
                    blueprint.contribute({ "a" }) { $0 }
                }))
    }

    @Test("allows use of a scope while a nested scope opens and closes") func nested() async throws {
        let outer = try await outer()
        let journal = Journal()
        let inner = blueprint("inner") { blueprint in
            blueprint.provide { (live: Live<Int>) in Nosy(outer: outer, live: live, journal: journal) }
        }
        await #expect(throws: Never.self) {
            try await outer.open(Plan(inner, under: outer.plan)).close()
        }
        await outer.close()
        #expect(journal.entries == ["init", "close", "deinit"].map { "\($0) 1 1 outer" })
    }

    @Test("allows the closures that close instances to use the scope") func closing() async throws {
        let journal = Journal()
        let kept = Guarded<Scope?>(nil)
        let root = blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.provide(
                { (live: Live<Int>) in
                    { @Sendable (place: String) in
                        let scope = kept.withLock { $0 }
                        let isClosed = (try? scope?.contributions(to: Int.self)) == nil
                        journal.note(
                            "\(place) \((try? live()) ?? -1) \(isClosed) \(scope?.graph().root.state.rawValue ?? "")")
                    }
                }, .onClose { $0("close") })
        }
        let scope = try await Scope.open(Plan(root))
        kept.withLock { $0 = scope }
        await scope.close()
        kept.withLock { $0 = nil }
        #expect(journal.entries == ["close 1 true closing"])
    }
}
