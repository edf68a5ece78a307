import Scopes
import Testing

@Suite("Transient bindings", .timeLimit(.minutes(2))) struct TransientTests {
    final class Each: Closable {
        let journal: Journal
        let name: String

        init(journal: Journal, name: String) {
            self.journal = journal
            self.name = name
        }

        func close() async throws {
            journal.note("close for \(name)")
        }
    }

    struct First: Sendable { let each: Each }
    struct Second: Sendable { let each: Each }

    @Test("creates an instance for each dependent") func ownInstance() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(value: "root")
            blueprint.provide(Each.init(journal:name:), .transient)
            blueprint.provide(First.init)
            blueprint.provide(Second.init)
            blueprint.export(First.self)
            blueprint.export(Second.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let first = try await scope.read(First.self)
            let second = try await scope.read(Second.self)
            #expect(first.each !== second.each)
        }
        #expect(journal.entries == ["close for root", "close for root"])
    }

    @Test("rejects an asynchronous initializer") func asynchronous() {
        let root = blueprint { $0.provide({ () async in 1 }, .transient) }
        let found = diagnostics { () throws(AdmissionError) in try Plan(root) }
        #expect(found.map(\.code) == [.unsuitableOption])
        #expect(found.first?.summary == "Int is transient, but its initializer is asynchronous")
    }

    @Test("closes an instance after its requester, and before what it received") func closing() async throws {
        struct Wrapping: Sendable { let each: Each }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide({ journal }, .onClose { $0.note("close journal") })
            blueprint.provide(value: "root")
            blueprint.provide(Each.init(journal:name:), .transient)
            blueprint.provide(Wrapping.init, .transient, .onClose { _ in journal.note("close wrapping") })
            blueprint.provide({ (_: Wrapping) in 1 }, .onClose { _ in journal.note("close requester") })
        }
        let report = try await Scope.open(Plan(root)).close()
        #expect(report.problems.isEmpty)
        #expect(journal.entries == ["close requester", "close wrapping", "close for root", "close journal"])
    }

    @Test("closes an instance whose requester fails", arguments: [false, true])
    func failing(isAsynchronous: Bool) async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(value: "root")
            blueprint.provide(Each.init(journal:name:), .transient)
            if isAsynchronous {
                blueprint.provide { (_: Each) async throws -> Int in throw Failure() }
            } else {
                blueprint.provide { (_: Each) throws -> Int in throw Failure() }
            }
        }
        let plan = try Plan(root)
        await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        #expect(journal.entries == ["close for root"])
    }

    @Test("an initializer that throws fails its requester") func throwing() async throws {
        let root = blueprint { blueprint in
            blueprint.provide({ () throws -> Int in throw Failure() }, .transient)
            blueprint.provide { (number: Int) in "\(number)" }
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        guard case .bindingFailed(let binding, let cause) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(binding.key == BindingKey(String.self))
        #expect(cause as? Failure == Failure())
    }

    @Test("a leak names the requester that received the instance") func leak() async throws {
        final class Part: Sendable {}
        final class Whole: Sendable {
            let part: Part

            init(part: Part) { self.part = part }
        }
        let root = blueprint { blueprint in
            blueprint.provide(Part.init, .transient)
            blueprint.provide(Whole.init(part:))
        }
        let scope = try await Scope.open(Plan(root))
        let whole = try await scope.instance(of: Whole.self)
        let leaks = await scope.close().leaks
        #expect(leaks.map(\.binding.key) == [BindingKey(Whole.self), BindingKey(Part.self)])
        #expect(leaks.map { $0.dependents.map(\.key) } == [[], [BindingKey(Whole.self)]])
        withExtendedLifetime(whole) {}
    }

    @Test("creates the transient inputs of each instance separately") func ownInputs() async throws {
        struct Leaf: Sendable { let number: Int }
        struct Pair: Sendable { let numbers: [Int] }
        struct Both: Sendable { let numbers: [Int] }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(
                {
                    journal.note("leaf")
                    return Leaf(number: journal.entries.count)
                }, .transient)
            blueprint.provide({ (a: Leaf, b: Leaf) in Pair(numbers: [a.number, b.number]) }, .transient)
            blueprint.provide { (a: Leaf, b: Pair, c: Pair, d: Leaf) in
                Both(numbers: [a.number] + b.numbers + c.numbers + [d.number])
            }
            blueprint.export(Both.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let both = try await scope.read(Both.self)
            #expect(both.numbers == [1, 2, 3, 4, 5, 6])
        }
    }

    @Test("an instance belongs to the requesting scope and has the inputs of the declaring scope") func owner()
        async throws
    {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(value: "root")
            blueprint.provide(Each.init(journal:name:), .transient)
        }
        let child = blueprint("child") { blueprint in
            blueprint.provide(value: "child")
            blueprint.provide(First.init)
        }
        try await Scope.open(Plan(root)) { scope in
            let inner = try await scope.open(Plan(child, under: scope.plan))
            let report = await inner.close()
            #expect(report.entries.map(\.scope) == ["root/child"])
            #expect(journal.entries == ["close for root"])
        }
    }
}
