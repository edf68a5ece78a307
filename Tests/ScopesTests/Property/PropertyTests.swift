@_spi(Dynamic) import Scopes
import Testing

/// Random graphs: a valid graph opens and closes in a valid order, and a damaged one is rejected with its diagnostic.
@Suite("Properties of random graphs", .timeLimit(.minutes(2))) struct PropertyTests {
    @Test("opens and closes a valid graph in a valid order", arguments: 0..<UInt64(60))
    func order(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomGraph(&generator)
        let record = Record()
        let root = graph.blueprint(record, shuffledBy: &generator)
        let plan = try Plan(root)
        #expect(record.madeCount == 0)
        let scope = try await Scope.open(plan)
        var scopes = [scope]
        while let last = scopes.last, let name = last.plan.blueprint.nested.first?.name,
            let nested = last.plan.nested(name)
        {
            scopes.append(try await last.open(nested))
        }
        await withTaskGroup { group in
            for lazy in record.lazies {
                group.addTask { await #expect(throws: Never.self) { _ = try await lazy() } }
            }
        }
        for live in record.lives { #expect(throws: Never.self) { try live() } }
        let report = await scope.close()
        #expect(report.isClean)
        #expect(report.entries.count == record.madeCount)
        #expect(record.problems == [])
        #expect(record.aliveCount == 0)
    }

    /// A defect that is inserted into a graph, with the diagnostic that must report it.
    enum Damage: CaseIterable {
        case missing
        case cycle
        case duplicate
        case captive

        var code: DiagnosticCode {
            switch self {
            case .missing: .missing
            case .cycle: .cycle
            case .duplicate: .duplicate
            case .captive: .captive
            }
        }
    }

    @Test("rejects a damaged graph with the expected diagnostic", arguments: Damage.allCases, 100..<UInt64(130))
    func rejected(damage: Damage, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var graph = RandomGraph(&generator)
        var level = Int.random(in: graph.levels.indices, using: &generator)
        switch damage {
        case .missing:
            graph.levels[level].append(
                RandomGraph.Item(name: "asking", requirements: [Requirement(named: "never provided")]))
        case .cycle:
            // Adds a cycle of up to five bindings to the graph.
            let count = Int.random(in: 1...5, using: &generator)
            for number in 0..<count {
                let next = Requirement(named: "ring \((number + 1) % count)")
                graph.levels[level].append(RandomGraph.Item(name: "ring \(number)", requirements: [next]))
            }
        case .duplicate:
            let item = RandomGraph.Item(name: "twice")
            graph.levels[level] += [item, item]
        case .captive:
            if level == graph.levels.count - 1 {
                graph.levels.append([])
                level = graph.levels.count - 2
            }
            graph.levels[graph.levels.count - 1].append(RandomGraph.Item(name: "inner"))
            graph.levels[level].append(RandomGraph.Item(name: "asking", requirements: [Requirement(named: "inner")]))
        }
        let record = Record()
        let root = graph.blueprint(record, shuffledBy: &generator)
        let error = #expect(throws: AdmissionError.self) { try Plan(root) }
        #expect(error?.diagnostics.map(\.code) == [damage.code])
        #expect(record.madeCount == 0)
    }

    @Test("closes all instances after a failure of any binding", arguments: 200..<UInt64(220))
    func failure(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomGraph(&generator)
        let record = Record()
        var root = graph.blueprint(record, shuffledBy: &generator)
        let needed = graph.levels[0].filter { $0.isProvided && !$0.isTransient }.randomElement(using: &generator)
        let needs = needed.map { [Requirement(named: $0.name)] } ?? []
        root.add(Binding(named: "failing", requirements: needs) { _ in throw Failure() })
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        #expect(error?.closing.isClean == true)
        #expect(record.problems == [])
        #expect(record.aliveCount == 0)
    }
}
