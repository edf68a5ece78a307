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
            blueprint.export(ItemFeed.self)
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
        #expect(inner.exports.map(\.key) == [BindingKey(ItemFeed.self)])
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

    struct Reader: Sendable { let feed: Live<ItemFeed> }

    @Test("redirects the Live of a sibling to the new inner scope") func live() async throws {
        var (outer, inner) = items().split(by: .kept, inner: "current")
        outer.nest(inner)
        let reader = blueprint("reader") { blueprint in
            blueprint.provide(Reader.init)
            blueprint.export(Reader.self)
        }
        let scope = try await Scope.open(Plan(root))
        let admission = try Admission(of: [reader, outer], under: scope.plan)
        #expect(admission.plans.map(\.name) == ["items", "reader"])
        #expect(admission.requirements(of: "reader") == [])
        #expect(admission.waits(of: "reader") == ["items"])

        let items = try await scope.open(admission.plans[0])
        let reading = try await scope.open(admission.plans[1])
        let feed = try await reading.read(Reader.self).feed
        #expect(throws: NotYetBuilt.self) { try feed() }
        let first = try await items.open(#require(items.plan.nested("current")))
        let before = try feed()
        inner.provide(value: 1)
        let second = try await items.open(Plan(inner, under: items.plan))
        let after = try feed()
        #expect(before !== after)
        await first.close()
        #expect(try feed() === after)
        await second.close()
        #expect(throws: ScopeClosed(scope: "root/items/current")) { try feed() }
        await scope.close()
    }

    @Test("rejects a sibling that requires an inner instance directly") func siblingCaptive() {
        let (marked, inner) = items().split(by: .kept, inner: "current")
        var outer = marked
        outer.nest(inner)
        let other = blueprint("other") { $0.provide { (_: ItemFeed) in 1 } }
        let rejected = diagnostics { () throws(AdmissionError) in try Admission(of: [other, outer], under: Plan(root)) }
        #expect(rejected.map(\.code) == [.captive])
        #expect(
            rejected.first?.remedy == "request Live<ItemFeed>, or provide it in root/items itself")
    }

    @Test("the outer scope can require a Live of an inner export") func outerLive() async throws {
        let items = blueprint("items") { blueprint in
            blueprint.keep(Reader.init(feed:)) { $0 }
            blueprint.provide { ItemFeed(store: MemoryItemStore()) }
            blueprint.export(Reader.self)
            blueprint.export(ItemFeed.self)
        }
        let (marked, inner) = items.split(by: .kept, inner: "current")
        var outer = marked
        outer.nest(inner)
        let scope = try await Scope.open(Plan(root))
        let opened = try await scope.open(Plan(outer, under: scope.plan))
        let reader = try await opened.read(Reader.self)
        let current = try await opened.open(#require(opened.plan.nested("current")))
        #expect(try reader.feed().store.name == "memory")
        await current.close()
        #expect(throws: ScopeClosed(scope: "root/items/current")) { try reader.feed() }
        await scope.close()
    }
}
