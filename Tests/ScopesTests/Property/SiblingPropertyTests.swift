@_spi(Dynamic) import Scopes
import Testing

/// The properties of ``PropertyTests`` for random sibling scopes with sessions and scenes.
@Suite("Properties of random siblings", .timeLimit(.minutes(2))) struct SiblingPropertyTests {
    /// The opened scopes, with the number of openings of each.
    private struct Opened {
        var scopes: [Scope] = []
        var scenes: [OpenScene<RandomScope.Model>] = []
        var counts: [String: Int] = [:]
    }

    private func open(
        _ admission: Admission, under root: Scope, atOnce: Bool, _ opened: inout Opened
    ) async throws {
        var remaining = admission.plans
        var open: [Scope] = []
        while !remaining.isEmpty {
            // The scopes whose dependencies are open: all of them, or the first one.
            let ready = remaining.filter { plan in
                admission.requirements(of: plan.name).allSatisfy { name in open.contains { $0.plan.name == name } }
            }
            let next = Array(ready.prefix(atOnce ? ready.count : 1))
            try #require(!next.isEmpty)
            open += try await withThrowingTaskGroup { [open] group in
                for plan in next { group.addTask { try await root.open(plan, importing: open) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            remaining.removeAll { plan in next.contains { $0.name == plan.name } }
        }
        opened.scopes += open
    }

    /// Opens the nested scopes of a scope.
    private func openNested(in scope: Scope, _ opened: inout Opened, _ generator: inout SeededGenerator) async throws {
        if let plan = scope.plan.nested("inner") {
            let inner = try await scope.open(plan, importing: opened.scopes)
            opened.counts[inner.path, default: 0] += 1
            opened.scopes.append(inner)
            try await openNested(in: inner, &opened, &generator)
        }
        if scope.plan.session != nil {
            for number in 0..<Int.random(in: 0...2, using: &generator) {
                opened.counts[try await scope.openSession(number).path, default: 0] += 1
            }
        }
        guard let opener = try? await scope.instance(of: RandomScope.Opener.self) else { return }
        for number in 0..<Int.random(in: 0...2, using: &generator) {
            let scene = try await opener.scene.open(number)
            opened.counts[scene.path, default: 0] += 1
            opened.scenes.append(scene)
        }
    }

    /// Checks that the dependents of a scope are closed before it.
    private func expectOrder(_ report: ClosingReport, _ opened: Opened) {
        #expect(report.isClean)
        var last: [String: Int] = [:]
        var first: [String: Int] = [:]
        for (position, entry) in report.entries.enumerated() {
            last[entry.scope] = position
            first[entry.scope] = first[entry.scope] ?? position
        }
        func expectBefore(_ dependent: String, _ owner: String) {
            guard let dependentLast = last[dependent], let ownerFirst = first[owner] else { return }
            #expect(dependentLast < ownerFirst, "\(dependent) is closed before \(owner)")
        }
        for path in last.keys {
            for owner in last.keys where path.hasPrefix("\(owner)/") { expectBefore(path, owner) }
        }
        for scope in opened.scopes {
            for exporter in scope.plan.imports { expectBefore(scope.path, "root/\(exporter)") }
        }
    }

    @Test("opens and closes valid scopes in a valid order", arguments: 1000..<UInt64(1120))
    func order(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomSiblings(&generator)
        let record = Record()
        let rootPlan = try Plan(graph.root.blueprint(record, shuffledBy: &generator))
        let blueprints = graph.siblings.shuffled(using: &generator).map {
            $0.blueprint(record, shuffledBy: &generator)
        }
        let admission = try Admission(of: blueprints, under: rootPlan)
        for (index, plan) in admission.plans.enumerated() {
            let earlier = Set(admission.plans[..<index].map(\.name))
            #expect(earlier.isSuperset(of: admission.requirements(of: plan.name)))
        }
        #expect(record.madeCount == 0)

        var opened = Opened()
        let root = try await Scope.open(rootPlan)
        try await open(admission, under: root, atOnce: Bool.random(using: &generator), &opened)
        for scope in [root] + opened.scopes {
            opened.counts[scope.path] = 1
            try await openNested(in: scope, &opened, &generator)
        }
        await withTaskGroup { group in
            for lazy in record.lazies { group.addTask { await #expect(throws: Never.self) { _ = try await lazy() } } }
        }
        for live in record.lives { #expect(throws: Never.self) { try live() } }
        var entries = 0
        for scene in opened.scenes where Bool.random(using: &generator) { entries += await scene.close().entries.count }
        if Bool.random(using: &generator), let scope = opened.scopes.randomElement(using: &generator) {
            let report = await scope.close()
            expectOrder(report, opened)
            entries += report.entries.count
        }
        let report = await root.close()
        expectOrder(report, opened)
        #expect(entries + report.entries.count == record.madeCount)
        #expect(record.problems == [])
        #expect(record.aliveCount == 0)
        let counts = record.counts
        for scope in graph.root.tree + graph.siblings.flatMap(\.tree) {
            for (index, item) in scope.items.enumerated() where !item.isTransient {
                let (count, openings) = (counts[scope.label(index)] ?? 0, opened.counts[scope.path] ?? 0)
                let isRight = item.isLazy ? count <= openings : count == openings
                #expect(isRight, "\(scope.label(index)): \(count) created, \(openings) opened")
            }
        }
    }

    @Test("closes all instances after a failure of any scope", arguments: 1200..<UInt64(1240))
    func failure(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomSiblings(&generator)
        let record = Record()
        let rootPlan = try Plan(graph.root.blueprint(record, shuffledBy: &generator))
        var blueprints = graph.siblings.map { $0.blueprint(record, shuffledBy: &generator) }
        let failing = blueprints.indices.randomElement(using: &generator) ?? 0
        let needed = graph.siblings[failing].items.filter { $0.isProvided && !$0.isTransient }
        let needs = needed.randomElement(using: &generator).map { [Requirement(named: $0.name)] } ?? []
        blueprints[failing].add(Binding(named: "failing", requirements: needs) { _ in throw Failure() })
        let admission = try Admission(of: blueprints, under: rootPlan)
        let root = try await Scope.open(rootPlan)
        var opened: [Scope] = []
        for plan in admission.plans {
            guard plan.name == graph.siblings[failing].name else {
                // A scope that requires the failed scope can't be opened.
                if Set(plan.imports).isSubset(of: opened.map(\.plan.name)) {
                    opened.append(try await root.open(plan, importing: opened))
                }
                continue
            }
            do {
                _ = try await root.open(plan, importing: opened)
                Issue.record("\(plan.name) opened")
            } catch {
                #expect(error.closing.isClean)
            }
        }
        #expect(await root.close().isClean)
        #expect(record.problems == [])
        #expect(record.aliveCount == 0)
    }

    /// A defect that is inserted into sibling scopes, with the diagnostic that must report it.
    enum Damage: CaseIterable {
        case cycle
        case ambiguous
        case notExported
        case captive
        case unboundExport
        case unmatchedOverride
        case decoratorOfNothing
        case duplicateName

        var code: DiagnosticCode {
            switch self {
            case .cycle: .cycle
            case .ambiguous: .ambiguous
            case .notExported, .decoratorOfNothing: .missing
            case .captive: .captive
            case .unboundExport: .unboundExport
            case .unmatchedOverride: .unmatchedOverride
            case .duplicateName: .duplicateName
            }
        }

        /// Inserts the defect into a blueprint, and returns a sibling of that blueprint.
        func damage(_ blueprint: inout Blueprint) -> Blueprint {
            func binding(_ name: String, _ needs: Requirement...) -> Binding {
                Binding(named: name, requirements: needs) { _ in 0 }
            }
            var other = Blueprint("other")
            switch self {
            case .cycle:
                blueprint.add(binding("left", Requirement(named: "right")))
                blueprint.export(named: "left")
                other.add(binding("right", Requirement(named: "left")))
                other.export(named: "right")
            case .ambiguous:
                // The ambiguity is reported when a third scope requires the key.
                other.add(binding("both"))
                other.export(named: "both")
                blueprint.add(binding("both"))
                blueprint.export(named: "both")
            case .notExported:
                other.add(binding("kept"))
                blueprint.add(binding("asking", Requirement(named: "kept")))
            case .captive:
                var inner = Blueprint("short-lived")
                inner.add(binding("short"))
                blueprint.nest(inner)
                blueprint.add(binding("asking", Requirement(named: "short")))
            case .unboundExport: blueprint.export(named: "never provided")
            case .unmatchedOverride: blueprint.override(by: binding("never provided"))
            case .decoratorOfNothing:
                blueprint.decorate(by: binding("never provided", Requirement(named: "never provided")))
            case .duplicateName: other = Blueprint(blueprint.name)
            }
            return other
        }
    }

    @Test("rejects damaged scopes with the expected diagnostic", arguments: Damage.allCases, 1300..<UInt64(1315))
    func rejected(damage: Damage, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomSiblings(&generator)
        let record = Record()
        let rootPlan = try Plan(graph.root.blueprint(record, shuffledBy: &generator))
        var blueprints = graph.siblings.map { $0.blueprint(record, shuffledBy: &generator) }
        let index = blueprints.indices.randomElement(using: &generator) ?? 0
        blueprints.append(damage.damage(&blueprints[index]))
        if damage == .ambiguous {
            var asking = Blueprint("asking")
            asking.add(Binding(named: "asking", requirements: [Requirement(named: "both")]) { _ in 0 })
            blueprints.append(asking)
        }
        blueprints.shuffle(using: &generator)
        let error = #expect(throws: AdmissionError.self) { try Admission(of: blueprints, under: rootPlan) }
        #expect(error?.diagnostics.map(\.code) == [damage.code])
        #expect(record.madeCount == 0)
    }
}
