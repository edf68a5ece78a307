import Scopes
import Testing

@Suite("Examples: overrides and decorators", .timeLimit(.minutes(2))) struct OverridesAndDecorators {
    protocol Store: Sendable {
        func names() -> [String]
    }

    struct DurableStore: Store {
        let path: String

        init(path: String) { self.path = path }

        func names() -> [String] { [path] }
    }

    struct MemoryStore: Store {
        func names() -> [String] { ["memory"] }
    }

    struct StoreConfiguration: Sendable {
        var isInMemory = false
    }

    struct List: Sendable {
        let store: any Store

        init(store: any Store) { self.store = store }
    }

    static var items: Blueprint {
        var items = Blueprint("items")
        items.provide(value: "items.db")
        items.provide(DurableStore.init(path:)) { $0 as any Store }
        items.provide(List.init(store:))
        return items
    }

    @Test("an override replaces the store according to the configuration", arguments: [true, false])
    func configuration(isInMemory: Bool) async throws {
        let configuration = StoreConfiguration(isInMemory: isInMemory)
        var items = Self.items
        if configuration.isInMemory {
            items.override(MemoryStore.init) { $0 as any Store }
        }
        let names = try await Scope.open(Plan(items)) { try await $0.read(List.self).store.names() }
        #expect(names == (isInMemory ? ["memory"] : ["items.db"]))
    }

    struct Mock: Store {
        func names() -> [String] { ["one", "two"] }
    }

    @Test("an override replaces the store in a test") func test() async throws {
        var items = Self.items
        items.override((any Store).self, value: Mock())
        try await Scope.open(Plan(items)) { scope in
            let list = try await scope.instance(of: List.self)
            #expect(list.store.names() == ["one", "two"])
        }
    }

    struct SortedStore: Store {
        let base: any Store
        let limit: Int

        init(base: any Store, limit: Int) {
            self.base = base
            self.limit = limit
        }

        func names() -> [String] { Array(base.names().sorted().prefix(limit)) }
    }

    @Test("a decorator wraps the store for every dependent") func decorator() async throws {
        var items = Self.items
        items.provide(value: 10)
        items.decorate(SortedStore.init(base:limit:)) { $0 as any Store }

        items.override((any Store).self, value: Mock())
        let names = try await Scope.open(Plan(items)) { try await $0.read(List.self).store.names() }
        #expect(names == ["one", "two"])
    }

    @Test("a decorator wraps the store in one subtree") func subtree() async throws {
        var root = Blueprint("root")
        root.provide(MemoryStore.init) { $0 as any Store }
        var plain = Blueprint("plain")
        plain.provide(List.init(store:))
        plain.export(List.self)
        var cut = Blueprint("cut")
        cut.decorate { (base: any Store) in SortedStore(base: base, limit: 0) as any Store }
        cut.nest(plain)
        root.nest(plain)
        root.nest(cut)

        try await Scope.open(Plan(root)) { scope in
            let plan = scope.plan
            let outside = try await scope.open(#require(plan.nested("plain")))
            let inside = try await scope.open(#require(plan.nested("cut")))
            let deeper = try await inside.open(#require(inside.plan.nested("plain")))
            #expect(try await outside.read(List.self).store.names() == ["memory"])
            #expect(try await deeper.read(List.self).store.names() == [])
        }
    }
}
