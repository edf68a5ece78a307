import Scopes
import Testing

/// Replacement of open scopes together with their dependents.
@Suite("Replacement", .timeLimit(.minutes(10))) struct ReplacementTests {
    /// Returns a blueprint that exports a store.
    private func store(_ name: String, failing: Bool = false) -> Blueprint {
        blueprint("store") { blueprint in
            blueprint.provide { () throws -> SQLiteItemStore in
                if failing { throw Failure() }
                return SQLiteItemStore(configuration: StoreConfiguration(path: name), journal: nil)
            } as: {
                $0 as any ItemStore
            }
            blueprint.export((any ItemStore).self)
        }
    }

    /// A blueprint that requires the store directly, and exports a feed of the store.
    private var feed: Blueprint {
        blueprint("feed") { blueprint in
            blueprint.provide(ItemFeed.init(store:))
            blueprint.export(ItemFeed.self)
        }
    }

    struct Reader: Sendable {
        let store: Live<any ItemStore>
        let feed: Live<ItemFeed>
    }

    /// A blueprint that requires the store and the feed as `Live`.
    private var reader: Blueprint {
        blueprint("reader") { blueprint in
            blueprint.provide(Reader.init)
            blueprint.export(Reader.self)
        }
    }

    private func open(_ blueprints: [Blueprint], under scope: Scope) async throws -> [String: Scope] {
        var open: [Scope] = []
        for plan in try Admission(of: blueprints, under: scope.plan).plans {
            open.append(try await scope.open(plan, importing: open))
        }
        return Dictionary(uniqueKeysWithValues: open.map { ($0.plan.name, $0) })
    }

    @Test("rebuilds direct dependents and redirects Live references") func rebuilt() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([store("old"), feed, reader], under: scope)
            let reading = try await #require(before["reader"]).read(Reader.self)
            let oldFeed = try reading.feed()
            #expect(try reading.store().name == "old")

            let replacement = try Replacement(of: [store("new")], under: scope)
            #expect(
                replacement.changes.map(\.description) == [
                    "root/store is replaced", "root/feed is rebuilt, because it holds instances of root/store",
                ])
            let journal = Journal()
            let outcome = try await replacement.run { (new: Scope) async throws in
                // Until the switch, every `Live` returns the old instances.
                #expect(try reading.store().name == "old")
                journal.note("open \(new.path)")
            } draining: { old in
                #expect((try? reading.store().name) == "new")
                journal.note("drain \(old.path)")
            }
            #expect(
                journal.entries == [
                    "open root/store", "open root/feed", "drain root/feed", "drain root/store",
                ])
            #expect(outcome.scopes.map(\.path) == ["root/store", "root/feed"])
            #expect(outcome.closing.map(\.scope) == ["root/feed", "root/store"])
            #expect(try reading.store().name == "new")
            #expect(try reading.feed() !== oldFeed)
            #expect(try reading.feed().store.name == "new")
        }
    }

    @Test("keeps the old scopes after a failure") func failure() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([store("old"), feed, reader], under: scope)
            let reading = try await #require(before["reader"]).read(Reader.self)
            let replacement = try Replacement(of: [store("new", failing: true)], under: scope)
            let error = await #expect(throws: ReplacementError.self) { try await replacement.run() }
            #expect(error?.scope == "root/store")
            let hook = try Replacement(of: [store("new")], under: scope)
            let rejected = await #expect(throws: ReplacementError.self) {
                try await hook.run { new in if new.plan.name == "feed" { throw Failure() } }
            }
            #expect(rejected?.description == "root/feed could not be replaced: it failed on purpose")
            #expect(rejected?.closing.map(\.scope) == ["root/feed", "root/store"])
            #expect(try reading.store().name == "old")
            #expect(try reading.feed().store.name == "old")
            #expect(try await #require(before["feed"]).read(ItemFeed.self).store.name == "old")
            _ = try await Replacement(of: [store("newer")], under: scope).run()
            #expect(try reading.feed().store.name == "newer")
        }
    }

    @Test("reports diagnostics before any change") func validation() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([store("old"), feed], under: scope)
            let empty = blueprint("store") { _ in }
            let error = #expect(throws: AdmissionError.self) { try Replacement(of: [empty], under: scope) }
            #expect(error?.diagnostics.map(\.scope) == ["root/feed"])
            #expect(error?.diagnostics.map(\.code) == [.missing])
            #expect(try await #require(before["feed"]).read(ItemFeed.self).store.name == "old")
        }
    }

    @Test("requires the exports that remaining scopes use through Live") func requiredExport() async throws {
        let number = blueprint("number") { blueprint in
            blueprint.provide(value: 1)
            blueprint.export(Int.self)
        }
        struct Holder: Sendable { let number: Live<Int> }
        let holder = blueprint("holder") { blueprint in
            blueprint.provide(Holder.init)
            blueprint.session { $0.provide { (number: Live<Int>?) in number == nil ? "nothing" : "a number" } }
        }
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([number, holder], under: scope)
            let kept = blueprint("number") { $0.provide(value: 2) }
            let error = #expect(throws: AdmissionError.self) { try Replacement(of: [kept], under: scope) }
            #expect(error?.diagnostics.map(\.scope) == ["root/holder", "root/holder/session"])
            #expect(
                error?.diagnostics.first?.summary
                    == "Holder needs Live<Int> while it is open, which root/number would no longer export")
            await before["holder"]?.close()
            _ = try await Replacement(of: [kept], under: scope).run()
        }
    }

    @Test("opens nested scopes again and switches their exports together") func nested() async throws {
        func items(_ number: Int) -> Blueprint {
            let (marked, inner) = blueprint("items") { blueprint in
                blueprint.provide(value: number, .marked(BindingMark("outer")))
                blueprint.provide { (number: Int) in "number \(number)" }
                blueprint.export(String.self)
            }.split(by: BindingMark("outer"), inner: "current")
            var outer = marked
            outer.nest(inner)
            return outer
        }
        struct Holder: Sendable { let text: Live<String> }
        let reader = blueprint("reader") { blueprint in
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([items(1), reader], under: scope)
            let old = try #require(before["items"])
            _ = try await old.open(#require(old.plan.nested("current")))
            let text = try await #require(before["reader"]).read(Holder.self).text
            #expect(try text() == "number 1")
            let replacement = try Replacement(of: [items(2)], under: scope)
            #expect(
                replacement.changes.map(\.description) == [
                    "root/items is replaced", "root/items/current is rebuilt with root/items",
                ])
            let outcome = try await replacement.run { (_: Scope) async throws in #expect(try text() == "number 1") }
            #expect(try text() == "number 2")
            // The inner scope can also be replaced alone, by a scope with the same exports.
            let closed = blueprint("current") { $0.provide(value: "closed") }
            let error = #expect(throws: AdmissionError.self) { try Replacement(of: [closed], under: outcome.scopes[0]) }
            #expect(error?.diagnostics.map(\.scope) == ["root/reader"])
            var changed = items(2).nested[0]
            changed.override { (number: Int) in "changed \(number)" }
            _ = try await Replacement(of: [changed], under: outcome.scopes[0]).run()
            #expect(try text() == "changed 2")
            #expect(
                scope.graph().scopes.map(\.path) == ["root", "root/reader", "root/items", "root/items/current"])
        }
    }

    @Test("opens nested scopes in the order of their dependencies") func nestedDependencies() async throws {
        let outer = blueprint("outer") { _ in }
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let outside = try #require(try await open([outer], under: scope)["outer"])
            _ = try await open([store("inside"), feed], under: outside)
            let replacement = try Replacement(of: [outer], under: scope)
            #expect(replacement.changes.map(\.plan.path) == ["root/outer", "root/outer/store", "root/outer/feed"])
            let outcome = try await replacement.run()
            #expect(try await outcome.scopes[2].read(ItemFeed.self).store.name == "inside")
        }
    }

    @Test("rebuilds an importer in a nested scope") func nestedImporter() async throws {
        let outer = blueprint("outer") { $0.provide(value: 1) }
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([store("old"), outer], under: scope)
            let outer = try #require(before["outer"])
            let storing = try #require(before["store"])
            let plan = try Plan(feed, under: outer.plan, importing: [storing.plan])
            _ = try await outer.open(plan, importing: [storing])
            let replacement = try Replacement(of: [store("new")], under: scope)
            #expect(
                replacement.changes.map(\.description) == [
                    "root/store is replaced", "root/outer/feed is rebuilt, because it holds instances of root/store",
                ])
            let outcome = try await replacement.run()
            #expect(try await outcome.scopes[1].read(ItemFeed.self).store.name == "new")
        }
    }

    @Test("rejects an outdated replacement") func outdated() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([store("old")], under: scope)
            let storing = try #require(before["store"])
            let replacement = try Replacement(of: [store("new")], under: scope)
            _ = try await scope.open(Plan(feed, under: scope.plan, importing: [storing.plan]), importing: [storing])
            let error = await #expect(throws: ReplacementError.self) { try await replacement.run() }
            #expect(
                error?.description == "root/feed has changed since the replacement was created; create a new one")
            let second = try Replacement(of: [store("new")], under: scope)
            let inner = try Plan(blueprint("inner") { _ in }, under: storing.plan)
            let inside = try await storing.open(inner)
            let other = await #expect(throws: ReplacementError.self) { try await second.run() }
            #expect(other?.scope == "root/store/inner")
            await inside.close()
            _ = try await second.run { _ in
                await #expect(throws: OpeningError.self) { try await storing.open(inner) }
            }
            await #expect(throws: ReplacementError.self) { try await second.run() }
        }
    }

    @Test("opens an additional scope beside the open scopes") func added() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let replacement = try Replacement(of: [store("first")], under: scope)
            #expect(replacement.changes.map(\.description) == ["root/store is new"])
            let outcome = try await replacement.run()
            #expect(try await outcome.scopes[0].read((any ItemStore).self).name == "first")
        }
    }

    @Test("drains the old scopes before they are closed") func draining() async throws {
        let sessions = blueprint("sessions") { $0.session { _ in } }
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let before = try await open([sessions], under: scope)
            let session = try await #require(before["sessions"]).openSession()
            let replacement = try Replacement(of: [sessions], under: scope)
            let outcome = try await replacement.run(draining: { old in
                async let drained = old.drain(within: .seconds(60))
                await session.close()
                #expect(await drained)
            })
            _ = try await outcome.scopes[0].openSession()
        }
    }

    @Test("revokes Live when the root closes during a replacement") func closing() async throws {
        let outer = blueprint("outer") { _ in }
        for round in 0..<400 {
            let scope = try await Scope.open(Plan(outer))
            let before = try await open([store("old"), reader, feed], under: scope)
            let reading = try await #require(before["reader"]).read(Reader.self)
            let replacement = try Replacement(of: [store("new")], under: scope)
            async let outcome: Void = {
                for _ in 0..<round % 20 { await Task.yield() }
                _ = try? await replacement.run()
            }()
            async let report = scope.close()
            _ = await (outcome, report)
            #expect(throws: ScopeClosed.self) { try reading.store() }
        }
    }
}
