import Scopes
import Testing

extension BindingMark {
    fileprivate static let kept = BindingMark("kept")
}

extension Blueprint {
    /// A method of another module that provides a marked binding.
    fileprivate mutating func keep<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, _ options: BindingOption<T>...,
        file: String = #fileID, line: Int = #line, as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, options: options + [.marked(.kept)], file: file, line: line, as: convert))
    }
}

/// A blueprint that is split into an outer and an inner scope.
@Suite("Split blueprints", .timeLimit(.minutes(2))) struct SplitTests {
    private func items(_ name: String = "items") -> Blueprint {
        blueprint(name) { blueprint in
            blueprint.keep(SQLiteItemStore.init(configuration:journal:)) { $0 as any ItemStore }
            blueprint.provide(ItemFeed.init(store:))
            blueprint.contribute({ (feed: ItemFeed) in "serves \(feed.store.name)" }) { $0 }
            blueprint.scene(Int.self, String.self) { blueprint in
                blueprint.provide { (number: Int) in "scene \(number)" }
            }
            blueprint.export((any ItemStore).self)
        }
    }

    private var root: Blueprint {
        blueprint { blueprint in
            blueprint.provide(value: StoreConfiguration())
            blueprint.provide(value: Journal())
        }
    }

    @Test("puts marked bindings into the outer scope and the others into the inner one") func split() {
        let (outer, inner) = items().split(by: .kept, inner: "current")
        #expect(outer.name == "items")
        #expect(inner.name == "current")
        #expect(outer.bindings.map(\.key) == [BindingKey((any ItemStore).self)])
        #expect(inner.bindings.map(\.role) == [.provision, .contribution, .scene])
        #expect(inner.nested.map(\.name) == ["String"])
        #expect(outer.exports.map(\.key) == [BindingKey((any ItemStore).self)])
        #expect(inner.exports.isEmpty)
    }

    @Test("keeps the outer scope while the inner one is replaced") func innerReplaced() async throws {
        var (outer, inner) = items().split(by: .kept, inner: "current")
        outer.nest(inner)
        try await Scope.open(Plan(root)) { scope in
            let plan = try Plan(outer, under: scope.plan)
            let outerScope = try await scope.open(plan)
            let first = try await outerScope.open(#require(plan.nested("current")))
            let store = try await outerScope.read((any ItemStore).self) as? SQLiteItemStore
            #expect(try first.contributions(to: String.self) == ["serves items.db"])

            inner.contribute({ "new" }) { $0 }
            let second = try await outerScope.open(Plan(inner, under: outerScope.plan))
            await first.close()
            #expect(try second.contributions(to: String.self) == ["serves items.db", "new"])
            #expect(try await second.read(ItemFeed.self).store as? SQLiteItemStore === store)
        }
    }

    @Test("rejects an outer binding that requires an inner binding") func captive() {
        let items = blueprint("items") { blueprint in
            blueprint.keep({ (feed: ItemFeed) in feed.store }) { Tagged<A, any ItemStore>($0) }
            blueprint.provide { ItemFeed(store: MemoryItemStore()) }
        }
        let (marked, inner) = items.split(by: .kept, inner: "current")
        #expect(diagnostics { () throws(AdmissionError) in try Plan(marked) }.map(\.code) == [.missing])
        var outer = marked
        outer.nest(inner)
        #expect(diagnostics { () throws(AdmissionError) in try Plan(outer) }.map(\.code) == [.captive])
    }

    @Test("rejects an export of an inner binding") func innerExport() {
        let advised = BindingMark("durable", advice: "provide it with `.durable`")
        let line = #line + 2
        let items = blueprint("items") { blueprint in
            blueprint.provide { ItemFeed(store: MemoryItemStore()) }
            blueprint.export(ItemFeed.self)
        }
        for (mark, remedy) in [
            (BindingMark.kept, "provide ItemFeed in items, or remove the export"),
            (advised, "provide it with `.durable`"),
        ] {
            let (marked, inner) = items.split(by: mark, inner: "current")
            var outer = marked
            outer.nest(inner)
            let rejected = diagnostics { () throws(AdmissionError) in try Plan(outer) }
            #expect(rejected.map(\.code) == [.unboundExport])
            #expect(rejected.first?.summary == "ItemFeed is exported from items, but provided by items/current")
            #expect(rejected.first?.chain.map(\.location?.line) == [line + 1, line])
            #expect(rejected.first?.remedy == remedy)
        }
    }
}
