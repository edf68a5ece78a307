@_spi(Dynamic) import Scopes
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

    @Test("creates a long chain without recursion", arguments: [false, true])
    func longChain(isAsynchronous: Bool) async throws {
        let (length, journal) = (20_000, Journal())
        func link(_ number: Int) -> Binding {
            let needs = number == 0 ? [] : [Requirement(named: "\(number - 1)")]
            @Sendable func make(_ inputs: [DynamicInput]) -> Int {
                var count = 1
                if case .instance(let below)? = inputs.first, let below = below as? Int { count = below + 1 }
                if number == length - 1 { journal.note("\(count)") }
                return count
            }
            let options: [BindingOption<any Sendable>] = number == length - 1 ? [] : [.transient]
            // An asynchronous binding in the middle causes the plan to be opened by tasks.
            return isAsynchronous && number == length / 2
                ? Binding(named: "\(number)", requirements: needs, options: options) { inputs async in make(inputs) }
                : Binding(named: "\(number)", requirements: needs, options: options) { inputs in make(inputs) }
        }
        let root = blueprint { blueprint in
            for number in 0..<length { blueprint.add(link(number)) }
        }
        try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["\(length)"])
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
