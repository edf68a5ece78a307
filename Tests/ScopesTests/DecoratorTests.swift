import Scopes
import Testing

/// Decorators, and overrides of the bindings that decorators wrap.
@Suite("Decorators", .timeLimit(.minutes(2))) struct DecoratorTests {
    struct Loud: ItemStore {
        let base: any ItemStore
        let mark: String

        init(base: any ItemStore, mark: String) {
            self.base = base
            self.mark = mark
        }

        var name: String { base.name + mark }
    }

    private func root(_ change: (inout Blueprint) -> Void) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.provide(value: "!")
            blueprint.provide(ItemFeed.init(store:))
            blueprint.export((any ItemStore).self)
            blueprint.export(ItemFeed.self)
            change(&blueprint)
        }
    }

    private func name(_ root: Blueprint) async throws -> String {
        try await Scope.open(Plan(root)) { try await $0.read(ItemFeed.self).store.name }
    }

    @Test("a decorator wraps the instance for every dependent") func everyone() async throws {
        let once = root { $0.decorate(Loud.init(base:mark:)) { $0 as any ItemStore } }
        #expect(try await name(once) == "memory!")
        let twice = root { blueprint in
            blueprint.decorate(Loud.init(base:mark:)) { $0 as any ItemStore }
            blueprint.decorate { (store: any ItemStore) in Loud(base: store, mark: "?") as any ItemStore }
        }
        #expect(try await name(twice) == "memory!?")
    }

    @Test("a decorator wraps the override of its binding") func override() async throws {
        struct Other: ItemStore { let name = "other" }
        let root = root { blueprint in
            blueprint.decorate(Loud.init(base:mark:)) { $0 as any ItemStore }
            blueprint.override { Other() as any ItemStore }
        }
        #expect(try await name(root) == "other!")
    }

    @Test("a decorator applies to nested scopes") func nested() async throws {
        let inner = blueprint("inner") { blueprint in
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.export((any ItemStore).self)
        }
        var root = blueprint { $0.provide(value: "!") }
        root.nest(inner)
        root.decorate(Loud.init(base:mark:)) { $0 as any ItemStore }
        try await Scope.open(Plan(root)) { scope in
            let inner = try await scope.open(#require(scope.plan.nested("inner")))
            #expect(try await inner.read((any ItemStore).self).name == "memory!")
        }
    }

    @Test("a decorator of an ancestor's binding applies only to its own subtree") func subtree() async throws {
        let child = blueprint("child") { blueprint in
            blueprint.decorate(Loud.init(base:mark:)) { $0 as any ItemStore }
            blueprint.provide(ItemFeed.init(store:))
            blueprint.export(ItemFeed.self)
        }
        try await Scope.open(Plan(root { _ in })) { scope in
            let inner = try await scope.open(Plan(child, under: scope.plan))
            #expect(try await inner.read(ItemFeed.self).store.name == "memory!")
            #expect(try await scope.read(ItemFeed.self).store.name == "memory")
        }
    }

    @Test("a decorator is created together with the instance that it wraps") func lazily() async throws {
        struct Holder: Sendable { let number: Lazy<Int> }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(
                { () -> Int in
                    journal.note("make")
                    return 1
                }, .lazily)
            blueprint.decorate { (number: Int) -> Int in
                journal.note("decorate")
                return number + 1
            }
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            #expect(journal.entries == [])
            let number = try await scope.read(Holder.self).number()
            #expect(number == 2)
            #expect(journal.entries == ["make", "decorate"])
        }
    }

    @Test("rejects a decorator without a binding to wrap") func missing() {
        let root = blueprint { $0.decorate { (number: Int) in number + 1 } }
        #expect(
            diagnostics { () throws(AdmissionError) in try Plan(root) }.map(\.summary)
                == ["Int decorates Int, which is neither declared before nor provided by a scope above"])
    }
}
