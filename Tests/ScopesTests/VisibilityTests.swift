import Scopes
import Testing

/// Private bindings, and imports from one of several exporters.
@Suite("Visibility", .timeLimit(.minutes(2))) struct VisibilityTests {
    @Test("hides private bindings from other scopes") func hidden() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(value: 1, .private)
            blueprint.provide { (number: Int) in Double(number) }
            blueprint.contribute(String.self, value: "shown")
            blueprint.contribute(String.self, value: "kept", .private)
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

    private func exporter(_ name: String, _ number: Int) -> Blueprint {
        blueprint(name) { blueprint in
            blueprint.provide(value: number)
            blueprint.export(Int.self)
        }
    }

    private func reader(_ exporter: String?) -> Blueprint {
        blueprint("reader") { blueprint in
            if let exporter { blueprint.import(Int.self, from: exporter) }
            blueprint.provide { (number: Int, live: Live<Int>) throws in "\(number) \(try live())" }
            blueprint.export(String.self)
        }
    }

    @Test("an import selects one of several exporters") func selected() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { scope in
            let blueprints = [exporter("one", 1), exporter("two", 2), reader("two")]
            let admission = try Admission(of: blueprints, under: scope.plan)
            #expect(admission.requirements(of: "reader") == ["two"])
            var open: [Scope] = []
            for plan in admission.plans { open.append(try await scope.open(plan, importing: open)) }
            #expect(try await open[2].read(String.self) == "2 2")
        }
    }

    @Test("prefers an import to a binding of an ancestor") func importFirst() async throws {
        try await Scope.open(Plan(blueprint { $0.provide(value: 0) })) { scope in
            let admission = try Admission(of: [exporter("one", 1), reader("one")], under: scope.plan)
            var open: [Scope] = []
            for plan in admission.plans { open.append(try await scope.open(plan, importing: open)) }
            #expect(try await open[1].read(String.self) == "1 1")
        }
    }

    @Test("a split moves an import to the blueprint that requires its key") func splitImport() {
        var both = blueprint("both") { blueprint in
            blueprint.provide({ (number: Int) in "\(number)" }, .marked(BindingMark("outer")))
            blueprint.provide { (number: Double) in number > 1 }
        }
        both.import(Int.self, from: "one")
        both.import(Double.self, from: "one")
        let (outer, inner) = both.split(by: BindingMark("outer"), inner: "inner")
        #expect(outer.imports.map(\.key) == [BindingKey(Int.self)])
        #expect(inner.imports.map(\.key) == [BindingKey(Double.self)])
    }
}
