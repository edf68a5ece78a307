@_spi(Dynamic) import Scopes
import Testing

/// Sibling scopes that require each other's exports.
@Suite("Sibling scopes", .timeLimit(.minutes(2))) struct SiblingTests {
    private var store: Blueprint {
        blueprint("store") { blueprint in
            blueprint.provide(SQLiteItemStore.init(configuration:journal:)) { $0 as any ItemStore }
            blueprint.export((any ItemStore).self)
        }
    }

    private var feed: Blueprint {
        blueprint("feed") { blueprint in
            blueprint.provide(ItemFeed.init(store:))
            blueprint.provide({ (_: ItemFeed) in 1 }, .onClose { _ in })
            blueprint.export(ItemFeed.self)
            blueprint.session { blueprint in
                blueprint.contribute({ (store: any ItemStore) in "session of \(store.name)" }) { $0 }
            }
        }
    }

    private var reader: Blueprint {
        blueprint("reader") { blueprint in
            blueprint.provide { (feed: ItemFeed) in feed.store.name }
            blueprint.export(String.self)
        }
    }

    private func root(_ journal: Journal = Journal()) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(value: StoreConfiguration())
            blueprint.provide(value: journal)
        }
    }

    @Test("a Live of an export is the instance while the exporter is open") func live() async throws {
        struct Reader: Sendable { let number: Live<Int> }
        let exporter = blueprint("exporter") { blueprint in
            blueprint.provide({ 1 }, .lazily)
            blueprint.export(Int.self)
        }
        let reader = blueprint("reader") { blueprint in
            blueprint.provide(Reader.init)
        }
        try await Scope.open(Plan(Blueprint("root"))) { scope in
            let admission = try Admission(of: [reader, exporter], under: scope.plan)
            #expect(admission.requirements(of: "reader") == ["exporter"])
            let exporter = try await scope.open(#require(admission.plan("exporter")))
            let opened = try await scope.open(#require(admission.plan("reader")), importing: [exporter])
            let number = try await opened.instance(of: Reader.self).number
            #expect(try number() == 1)
            await exporter.close()
            #expect(throws: ScopeClosed(scope: "root/exporter")) { try number() }
        }
    }

    @Test("derives the opening order from the types") func order() async throws {
        let admission = try Admission(of: [reader, feed, store], under: Plan(root()))
        #expect(admission.plans.map(\.name) == ["store", "feed", "reader"])
        #expect(admission.requirements(of: "store") == [])
        #expect(admission.requirements(of: "feed") == ["store"])
        #expect(admission.requirements(of: "reader") == ["feed"])
        #expect(admission.plan("feed")?.imports == ["store"])
    }

    @Test("siblings and their nested scopes receive an export") func reach() async throws {
        let scope = try await Scope.open(Plan(root()))
        let admission = try Admission(of: [reader, feed, store], under: scope.plan)
        var open: [Scope] = []
        for plan in admission.plans { open.append(try await scope.open(plan, importing: open)) }
        #expect(try await open[2].read(String.self) == "items.db")
        let session = try await open[1].openSession()
        #expect(try session.contributions(to: String.self) == ["session of items.db"])
        await scope.close()
    }

    @Test("a scope imports from scopes that are already open") func later() async throws {
        let scope = try await Scope.open(Plan(root()))
        let store = try await scope.open(Plan(store, under: scope.plan))
        let plan = try Plan(feed, under: scope.plan, importing: [store.plan])
        let error = await #expect(throws: OpeningError.self) { try await scope.open(plan) }
        #expect(
            error?.description
                == """
                root/feed could not be opened: it imports from store, which was not passed; \
                pass the scope as `importing:`
                """)
        let feed = try await scope.open(plan, importing: [store])
        #expect(try await feed.read(ItemFeed.self).store.name == "items.db")
        await scope.close()
    }

    @Test("closes an importer before its exporter") func closing() async throws {
        let journal = Journal()
        let scope = try await Scope.open(Plan(root(journal)))
        let store = try await scope.open(Plan(store, under: scope.plan))
        let feed = try await scope.open(
            Plan(feed, under: scope.plan, importing: [store.plan]), importing: [store])
        let report = await store.close()
        #expect(report.entries.map(\.scope) == ["root/feed", "root/store"])
        await #expect(throws: ScopeClosed(scope: "root/feed")) { try await feed.instance(of: ItemFeed.self) }
        await scope.close()
    }

    @Test("rejects a cycle between siblings") func cycle() throws {
        func left(_ assemble: (inout Blueprint) -> Void) -> Blueprint {
            blueprint("left") { blueprint in
                assemble(&blueprint)
                blueprint.export(Int.self)
            }
        }
        let right = blueprint("right") { blueprint in
            blueprint.provide { (number: Int) in "\(number)" }
            blueprint.export(String.self)
        }
        let direct = left { $0.provide { (text: String) in text.count } }
        let rejected = diagnostics { () throws(AdmissionError) in
            try Admission(of: [direct, right], under: Plan(root()))
        }
        #expect(rejected.map(\.code) == [.cycle])
        #expect(
            rejected.first?.summary
                == "left → right → left need each other's exports")
        #expect(rejected.first?.chain.map(\.text) == ["root/left: Int needs String", "root/right: String needs Int"])

        let live = left { $0.provide { (_: Live<String>) in 1 } }
        let withLive = diagnostics { () throws(AdmissionError) in
            try Admission(of: [right, live], under: Plan(root()))
        }
        #expect(withLive.map(\.code) == [.cycle])
    }

    @Test("rejects an ambiguous import, but not two exports of a key") func ambiguous() throws {
        let second = blueprint("second") { blueprint in
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.export((any ItemStore).self)
        }
        #expect(try Admission(of: [store, second], under: Plan(root())).plans.count == 2)
        let rejected = diagnostics { () throws(AdmissionError) in
            try Admission(of: [store, second, feed], under: Plan(root()))
        }
        #expect(Set(rejected.map(\.code)) == [.ambiguous])
        #expect(
            rejected.first?.summary
                == "ItemFeed needs ItemStore, which root/store and root/second provide")
    }

    @Test("prefers the scope's own bindings to imports") func ownBinding() async throws {
        var own = feed
        own.provide(MemoryItemStore.init) { $0 as any ItemStore }
        let admission = try Admission(of: [own, store], under: Plan(root()))
        #expect(admission.requirements(of: "feed") == [])
    }

    @Test("reports a key that a sibling does not export") func notExported() {
        let hiding = blueprint("hiding") { $0.provide(MemoryItemStore.init) { $0 as any ItemStore } }
        let rejected = diagnostics { () throws(AdmissionError) in
            try Admission(of: [feed, hiding], under: Plan(root()))
        }
        #expect(rejected.first?.code == .missing)
        #expect(rejected.first?.remedy == "export ItemStore from root/hiding")
        #expect(rejected.first?.chain.last?.text == "root/hiding: MemoryItemStore as ItemStore, not exported")
    }

    @Test("rejects siblings with the same name") func names() {
        let rejected = diagnostics { () throws(AdmissionError) in
            try Admission(of: [blueprint("twin") { _ in }, blueprint("twin") { _ in }], under: Plan(root()))
        }
        #expect(rejected.map(\.code) == [.duplicateName])
    }

    @Test("opens independent siblings in the order of declaration") func declarationOrder() throws {
        func scope(_ name: String, _ needs: Requirement...) -> Blueprint {
            blueprint(name) { blueprint in
                blueprint.add(Binding(named: name, requirements: needs) { _ in 0 })
                blueprint.export(named: name)
            }
        }
        let blueprints = [
            scope("a", Requirement(named: "d")), scope("b", Requirement(named: "d")), scope("c"), scope("d"),
            scope("e", Requirement(named: "c"), Requirement(named: "b")),
        ]
        let admission = try Admission(of: blueprints, under: Plan(root()))
        #expect(admission.plans.map(\.name) == ["d", "a", "b", "c", "e"])
        #expect(blueprints.map { admission.requirements(of: $0.name) } == [["d"], ["d"], [], [], ["c", "b"]])
    }
}
