import Scopes
import Testing

/// Private bindings, and imports from one of several exporters.
@Suite("Visibility", .timeLimit(.minutes(2))) struct VisibilityTests {
    @Test("hides private bindings from other scopes") func hidden() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(value: 1, .private)
            blueprint.provide { (number: Int) in Double(number) }
            blueprint.contribute({ "shown" }) { $0 }
            blueprint.contribute({ "kept" }, .private) { $0 }
            blueprint.provide { (all: All<String>) in all.count == 2 }
            blueprint.export(Bool.self)
        }
        let rootPlan = try Plan(root)
        let found = diagnostics { () throws(AdmissionError) in
            try Plan(blueprint("child") { $0.provide { (number: Int) in Float(number) } }, under: rootPlan)
        }
        #expect(found.map(\.code) == [.missing])
        #expect(found.first?.remedy == "remove `.private` from Int in root")
        let child = blueprint("child") { blueprint in
            blueprint.provide { (all: All<String>, number: Double) in "\(all.elements) \(number)" }
            blueprint.export(String.self)
        }
        try await Scope.open(rootPlan) { scope in
            #expect(try await scope.read(Bool.self))
            let inner = try await scope.open(Plan(child, under: rootPlan))
            #expect(try await inner.read(String.self) == "[\"shown\"] 1.0")
        }
    }

    @Test("reports a private binding of a nested scope as missing") func nestedPrivate() {
        let found = diagnostics { () throws(AdmissionError) in
            try Plan(
                blueprint { root in
                    root.nest(
                        blueprint("middle") { middle in
                            middle.provide(value: 1, .private)
                            middle.session { $0.provide { (number: Int) in Double(number) } }
                        })
                })
        }
        #expect(found.map(\.code) == [.missing])
        #expect(found.first?.remedy == "remove `.private` from Int in root/middle")
        #expect(found.first?.chain.count == 2)
    }

    @Test("resolves to the binding above a private binding") func outerBinding() async throws {
        let root = blueprint { $0.provide(value: 1) }
        let middle = blueprint("middle") { $0.provide(value: 2, .private) }
        let inner = blueprint("inner") { blueprint in
            blueprint.provide { (number: Int) in "\(number)" }
            blueprint.export(String.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let middle = try await scope.open(Plan(middle, under: scope.plan))
            let inner = try await middle.open(Plan(inner, under: middle.plan))
            #expect(try await inner.read(String.self) == "1")
        }
    }
}
