import Scopes
import Testing

/// Isolated scopes, which see only their inputs.
@Suite("Inputs of isolated scopes", .timeLimit(.minutes(2))) struct InputTests {
    struct Holder<Value: Sendable>: Sendable { let value: Value }

    /// A root with an instance of several types, and a session that is isolated to integers.
    private func root(_ assemble: @escaping (inout Blueprint) -> Void) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.provide(value: "hidden")
            blueprint.contribute({ 0.5 }) { $0 }
            blueprint.session { session in
                session.inputs(Int.self)
                assemble(&session)
            }
        }
    }

    private func problems(_ assemble: @escaping (inout Blueprint) -> Void) -> [Diagnostic] {
        diagnostics { () throws(AdmissionError) in try Plan(root(assemble)) }
    }

    @Test("an isolated scope receives its inputs in every form") func received() async throws {
        struct Forms: Sendable {
            let (plain, optional, live, lazy): (Int, Int?, Live<Int>, Lazy<Int>)
            init(_ plain: Int, _ optional: Int?, _ live: Live<Int>, _ lazy: Lazy<Int>) {
                (self.plain, self.optional, self.live, self.lazy) = (plain, optional, live, lazy)
            }
        }
        try await Scope.open(Plan(root { $0.provide(Forms.init) })) { scope in
            let forms = try await scope.openSession().read(Forms.self)
            #expect(forms.plain == 1)
            #expect(forms.optional == 1)
            #expect(try forms.live() == 1)
            #expect(try await forms.lazy() == 1)
        }
    }

    @Test("validation rejects a requirement that a scope above provides and that is not an input") func hidden() throws
    {
        let found = problems { session in
            session.provide { (text: String) in Holder(value: text) }
        }
        let problem = try #require(found.first)
        #expect(found.count == 1)
        #expect(problem.code == .missing)
        #expect(
            problem.summary
                == "Holder<String> needs String, which root provides, but which is not an input of root/session")
        #expect(
            problem.chain.map(\.text) == [
                "Holder<String> needs String", "root: String", "inputs of root/session: Int",
            ])
        #expect(problem.chain.allSatisfy { $0.location?.file == "ScopesTests/InputTests.swift" })
        #expect(problem.remedy == "add String to `inputs` of root/session, or request one of the inputs")
    }

    @Test("hides instances from every form of a request") func forms() {
        let live = problems { $0.provide { (text: Live<String>) in Holder(value: text) } }
        let lazy = problems { $0.provide { (text: Lazy<String>) in Holder(value: text) } }
        #expect(live.map(\.code) == [.missing])
        #expect(lazy.map(\.code) == [.missing])
    }

    @Test("an optional and a collection are empty for a type that is not an input") func empty() async throws {
        let root = root { session in
            session.contribute({ 2.0 }) { $0 }
            session.provide { (text: String?, all: All<Double>) in Holder(value: "\(text ?? "none") \(all.elements)") }
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.openSession().read(Holder<String>.self)
            #expect(holder.value == "none [2.0]")
        }
    }

    @Test("the contributions of the scopes above can be an input") func collection() async throws {
        let root = root { session in
            session.inputs(All<Double>.self)
            session.contribute({ 2.0 }) { $0 }
            session.provide { (all: All<Double>) in Holder(value: all.elements) }
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.openSession().read(Holder<[Double]>.self)
            #expect(holder.value == [0.5, 2])
        }
    }

    @Test("scopes inside an isolated scope see its bindings and its inputs") func inside() async throws {
        let root = root { session in
            session.provide { Holder(value: true) }
            session.scene(Void.self, Holder<String>.self) { scene in
                scene.provide { (number: Int, holder: Holder<Bool>) in Holder(value: "\(number) \(holder.value)") }
            }
            session.provide { (scene: Scene<Void, Holder<String>>) in Holder(value: scene) }
        }
        try await Scope.open(Plan(root)) { scope in
            let scene = try await scope.openSession().read(Holder<Scene<Void, Holder<String>>>.self).value
            let text = try await scene.open { $0.value }
            #expect(text == "1 true")
        }
        let found = problems { session in
            session.scene(Void.self, Holder<String>.self) { $0.provide { (text: String) in Holder(value: text) } }
        }
        #expect(
            found.map(\.summary) == [
                "Holder<String> needs String, which root provides, but which is not an input of root/session"
            ])
    }

    @Test("names every isolated scope that hides an instance") func several() {
        let found = problems { session in
            session.scene(Void.self, Holder<String>.self) { scene in
                scene.inputs()
                scene.provide { (text: String) in Holder(value: text) }
            }
        }
        #expect(
            found.first?.remedy
                == """
                add String to `inputs` of root/session/Holder<String> and root/session, or request one of the inputs
                """)
    }

    @Test("a call without types isolates the scope completely") func nothing() {
        let root = blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.session { session in
                session.inputs()
                session.provide { (number: Int) in Holder(value: number) }
            }
        }
        let found = diagnostics { () throws(AdmissionError) in try Plan(root) }
        #expect(found.map(\.code) == [.missing])
        #expect(found.map { $0.chain.last?.text } == ["inputs of root/session: none"])
    }

    @Test("rejects an input that no scope above provides, once") func unmet() throws {
        let found = problems { session in
            session.inputs(Bool.self)
            session.provide { (flag: Bool) in Holder(value: flag) }
            session.scene(Bool.self, Holder<Int>.self) { scene in
                scene.provide { (number: Int) in Holder(value: number) }
            }
        }
        let problem = try #require(found.first)
        #expect(found.count == 1)
        #expect(problem.code == .unmetInput)
        #expect(problem.scope == "root/session")
        #expect(problem.summary == "Bool is an input, which no scope above root/session provides")
        #expect(problem.chain.map(\.text) == ["input Bool"])
        #expect(problem.chain.first?.location?.file == "ScopesTests/InputTests.swift")
        #expect(problem.remedy == "provide Bool in root or in a scope above it, or remove the input")
        let optional = problems { $0.inputs(Bool?.self) }
        #expect(optional.isEmpty)
    }

    @Test("rejects an input that an isolated scope around it does not have") func unmetInside() {
        let found = problems { session in
            session.scene(Void.self, Holder<String>.self) { scene in
                scene.inputs(String.self)
                scene.provide { (text: String) in Holder(value: text) }
            }
        }
        #expect(
            found.map(\.summary) == [
                "String is an input, which root provides, but which is not an input of root/session"
            ])
    }

    @Test("hides exports of siblings, except inputs and imports") func siblings() throws {
        func open(_ change: (inout Blueprint) -> Void) -> [Diagnostic] {
            let one = blueprint("one") { one in
                one.provide(value: 1)
                one.export(Int.self)
            }
            let two = blueprint("two") { two in
                two.inputs()
                change(&two)
                two.provide { (number: Int) in Holder(value: number) }
            }
            return diagnostics { () throws(AdmissionError) in
                try Admission(of: [one, two], under: Plan(blueprint { _ in }))
            }
        }
        let (hidden, input) = (open { _ in }, open { $0.inputs(Int.self) })
        #expect(
            hidden.map(\.summary) == [
                "Holder<Int> needs Int, which root/one provides, but which is not an input of root/two"
            ])
        #expect(input.isEmpty)
    }

    @Test("a split keeps the inputs of both scopes") func split() {
        let mark = BindingMark("durable")
        let both = blueprint("both") { both in
            both.inputs(Int.self)
            both.provide({ (number: Int) in Holder(value: number) }, .marked(mark))
            both.provide { (number: Int) in Holder(value: "\(number)") }
            both.provide { (text: String) in Holder(value: text.count > 1) }
        }
        var (outer, inner) = both.split(by: mark, inner: "inner")
        outer.nest(inner)
        let found = diagnostics { () throws(AdmissionError) in
            try Plan(
                outer,
                under: Plan(
                    blueprint {
                        $0.provide(value: 1)
                        $0.provide(value: "hidden")
                    }))
        }
        #expect(
            found.map(\.summary) == [
                "Holder<Bool> needs String, which root provides, but which is not an input of root/both"
            ])
    }
}
