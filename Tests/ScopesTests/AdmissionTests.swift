@_spi(Dynamic) import Scopes
import Testing

@Suite("Validation of blueprints", .timeLimit(.minutes(2))) struct AdmissionTests {
    /// The descriptions of a blueprint's diagnostics, with locations in this file.
    private func text(_ root: Blueprint) -> [String] {
        diagnostics { () throws(AdmissionError) in try Plan(root) }.map(\.description)
    }

    @Test("a validation keeps no reference to a blueprint", arguments: [false, true])
    func released(isValid: Bool) {
        final class Captured: Sendable {}
        weak var captured: Captured?
        func validate() {
            let object = Captured()
            captured = object
            var outer = blueprint("exporter") { blueprint in
                blueprint.provide { object }
                blueprint.export(Captured.self)
                if !isValid { blueprint.provide { (text: String) in [text] } }
            }
            outer.nest(blueprint("current") { $0.provide { (object: Captured) in [object] } })
            let reader = blueprint("reader") { $0.provide { (live: Live<Captured>) in [live] } }
            let root = try? Plan(blueprint { _ in })
            let admission = root.map { root in Result { try Admission(of: [outer, reader], under: root) } }
            #expect(((try? admission?.get()) != nil) == isValid)
        }
        validate()
        #expect(captured == nil)
    }

    @Test("reports a missing binding with its requirement chain") func missing() {
        let line = #line + 2
        let root = blueprint { blueprint in
            blueprint.provide { (feed: ItemFeed) in feed.store.name }
            blueprint.provide(ItemFeed.init(store:))
        }
        #expect(
            text(root) == [
                """
                SC001 missing binding in root: ItemFeed needs ItemStore, which neither root nor a scope above it provides
                      String                    ScopesTests/AdmissionTests.swift:\(line)
                    → ItemFeed needs ItemStore  ScopesTests/AdmissionTests.swift:\(line + 1)
                    remedy: provide ItemStore in root or in a scope above it, or request ItemStore? if it may be absent
                """
            ])
    }

    @Test("names the key under which a missing implementation is provided") func otherKey() {
        let line = #line + 2
        let root = blueprint { blueprint in
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.provide { (store: MemoryItemStore) in store.name }
        }
        #expect(
            text(root) == [
                """
                SC001 missing binding in root: String needs MemoryItemStore, which neither root nor a scope above it provides
                      String needs MemoryItemStore        ScopesTests/AdmissionTests.swift:\(line + 1)
                    → root: MemoryItemStore as ItemStore  ScopesTests/AdmissionTests.swift:\(line)
                    remedy: request ItemStore: MemoryItemStore is provided only under that key
                """
            ])
    }

    @Test("reports a cycle with every requirement in it") func cycle() {
        let line = #line + 2
        let root = blueprint { blueprint in
            blueprint.provide { (_: String) in 1 }
            blueprint.provide { (_: Double) in "" }
            blueprint.provide { (_: Int) in 1.5 }
            blueprint.provide { (_: Int) in true }
        }
        #expect(
            text(root) == [
                """
                SC002 cycle in root: Int → String → Double → Int need each other
                      Int needs String     ScopesTests/AdmissionTests.swift:\(line)
                    → String needs Double  ScopesTests/AdmissionTests.swift:\(line + 1)
                    → Double needs Int     ScopesTests/AdmissionTests.swift:\(line + 2)
                    remedy: change one of the parameters to Live<…> or Lazy<…>, and call it when the instance is used
                """
            ])
    }

    @Test("reports a cycle through contributions") func contributionCycle() {
        let root = blueprint { blueprint in
            blueprint.contribute({ (_: Int) in "" }) { $0 }
            blueprint.provide { (_: All<String>) in 1 }
        }
        #expect(diagnostics { () throws(AdmissionError) in try Plan(root) }.map(\.code) == [.cycle])
    }

    @Test("reports a requirement that only a nested scope provides") func captive() {
        let line = #line + 2
        let root = blueprint { blueprint in
            blueprint.provide { (text: String) in text.count }
            blueprint.session { blueprint in
                blueprint.provide { "of a session" }
            }
        }
        #expect(
            text(root) == [
                """
                SC004 captive instance in root: Int needs String, which only root/session provides, a scope that has \
                a shorter life than root
                      Int needs String      ScopesTests/AdmissionTests.swift:\(line)
                    → root/session: String  ScopesTests/AdmissionTests.swift:\(line + 2)
                    remedy: declare Int in root/session, or String in root
                """
            ])
    }

    @Test("reports a key that is provided twice") func duplicate() {
        let line = #line + 2
        let root = blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.provide { 2 }
        }
        #expect(
            text(root) == [
                """
                SC005 duplicate binding in root: Int is provided twice
                      Int  ScopesTests/AdmissionTests.swift:\(line)
                    → Int  ScopesTests/AdmissionTests.swift:\(line + 1)
                    remedy: remove one of them; to replace a binding on purpose, use `override`
                """
            ])
    }

    @Test("rejects optional, empty and special types as keys") func unusableKeys() {
        struct Failable: Sendable { init?(text: String) { nil } }
        let root = blueprint { blueprint in
            blueprint.provide(value: "text")
            blueprint.provide(Failable.init(text:))
            blueprint.provide({ 1 }) { _ in }
            blueprint.provide(value: All([1]))
        }
        #expect(
            diagnostics { () throws(AdmissionError) in try Plan(root) }.map(\.summary) == [
                """
                Optional<Failable> cannot be a key: the initializer is failable, or the conversion returns an \
                optional
                """,
                "() cannot be a key: the initializer returns nothing",
                "All<Int> cannot be a key: as a parameter, that type has a special meaning",
            ])
    }

    @Test("reports exports and overrides without a binding") func unbound() {
        var root = blueprint { $0.export(Int.self) }
        root.override(value: "nothing to replace")
        #expect(
            diagnostics { () throws(AdmissionError) in try Plan(root) }.map(\.code) == [
                .unboundExport, .unmatchedOverride,
            ])
    }

    @Test("rejects options that do not apply to a binding") func options() {
        let root = blueprint { blueprint in
            blueprint.contribute({ "" }, .lazily) { $0 }
            blueprint.provide({ 1 }, .transient)
            blueprint.provide { (_: Live<Int>) in 1.5 }
            blueprint.provide({ true }, .transient, .lazily)
            blueprint.export(Int.self)
        }
        #expect(
            diagnostics { () throws(AdmissionError) in try Plan(root) }.map(\.code)
                == [DiagnosticCode](repeating: .unsuitableOption, count: 4))
    }

    @Test("reports the diagnostics of all scopes together") func all() throws {
        let root = blueprint { blueprint in
            blueprint.provide(ItemFeed.init(store:))
            blueprint.provide { (_: Float) in 1.5 }
            blueprint.scene(Int.self, String.self) { blueprint in
                blueprint.provide { (_: Bool) in UInt8(1) }
            }
        }
        let error = #expect(throws: AdmissionError.self) { try Plan(root) }
        #expect(error?.diagnostics.map(\.code) == [.missing, .missing, .missing, .missing])
        #expect(error?.diagnostics.map(\.scope) == ["root", "root", "root/String", "root/String"])
        #expect(error?.description.hasPrefix("root, root/String: rejected with 4 diagnostics\n\nSC001 missing") == true)
    }

    @Test("keeps the diagnostic codes stable") func codes() {
        #expect(
            DiagnosticCode.allCases.map(\.rawValue) == [
                "SC001", "SC002", "SC003", "SC004", "SC005", "SC006", "SC007", "SC008", "SC009", "SC010",
                "SC013",
            ])
    }

    @Test("validation runs no initializer") func noEffects() throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide { () -> Int in
                journal.note("made")
                return 1
            }
        }
        _ = try Plan(root)
        #expect(journal.entries == [])
    }

    @Test("limits the number of listed cycles") func manyCycles() {
        let count = 500
        // A long chain in which every binding also requires the first one, and a separate cycle.
        let root = blueprint { blueprint in
            for number in 0..<count {
                let needs = [Requirement(named: "0"), Requirement(named: "\((number + 1) % count)")]
                blueprint.add(Binding(named: "\(number)", requirements: needs) { _ in 0 })
            }
            blueprint.add(Binding(named: "left", requirements: [Requirement(named: "right")]) { _ in 0 })
            blueprint.add(Binding(named: "right", requirements: [Requirement(named: "left")]) { _ in 0 })
        }
        let found = diagnostics { () throws(AdmissionError) in try Plan(root) }
        #expect(found.allSatisfy { $0.code == .cycle })
        #expect(found.first?.chain.map(\.text) == ["0 needs 0"])
        #expect(found.last?.chain.map(\.text) == ["left needs right", "right needs left"])
        #expect(found.reduce(0) { $0 + $1.chain.count } < 10 * count)
    }
}
