/// Admits new scopes under one parent: resolves, orders, and accepts all, or refuses all.
struct Admitter {
    /// The new scopes.
    let candidates: [Level]
    /// Scopes that were admitted before.
    let siblings: [Level]

    init(_ blueprints: [Blueprint], under parent: Plan?, beside siblings: [Plan]) {
        let outer = parent.map { Level($0.layout) }
        let names = Set(blueprints.map(\.name))
        candidates = blueprints.map { Level($0, under: outer) }
        self.siblings =
            siblings
            .filter { !names.contains($0.name) || $0.layout.parent !== parent?.layout }
            .map { Level($0.layout) }
    }

    func admit() throws(AdmissionError) -> Admission {
        var exports: [ObjectIdentifier: SiblingExports] = [:]
        for level in candidates + siblings {
            guard let parent = level.parent?.layout else { continue }
            exports[ObjectIdentifier(parent), default: SiblingExports()].add(level)
        }
        var resolver = Resolver(exports: exports, suggestions: Suggestions())
        resolver.checkNames(of: candidates)
        let levels = candidates.flatMap(\.tree)
        for level in levels {
            resolver.resolve(level)
            let cycles = level.decideOrder()
            let writer = FaultWriter(level, exports: exports, suggestions: resolver.suggestions)
            resolver.faults += cycles.map { writer.cycle($0) }
        }
        for level in levels { resolver.checkImports(of: level) }
        let order = SiblingOrder(candidates, resolver.dependencies)
        resolver.faults += order.cycles.map { FaultWriter.siblingCycle($0) }
        if !resolver.faults.isEmpty { throw AdmissionError(faults: resolver.faults) }
        return Admission(
            plans: order.levels.map { $0.accept() }, needed: order.needed, awaited: order.awaited)
    }
}

/// The order in which scopes under one parent are opened.
struct SiblingOrder {
    /// The new scopes, each after those that it waits for.
    private(set) var levels: [Level] = []
    /// For each, those that it takes instances from.
    private(set) var needed: [String: [String]] = [:]
    /// For each, those that it should be opened after.
    private(set) var awaited: [String: [String]] = [:]
    /// The circles among them.
    private(set) var cycles: [[SiblingDependency]] = []

    init(_ candidates: [Level], _ dependencies: [SiblingDependency]) {
        var direct = [[Int: SiblingDependency]](repeating: [:], count: candidates.count)
        var live = direct
        let indices = Dictionary(uniqueKeysWithValues: candidates.enumerated().map { (ObjectIdentifier($1), $0) })
        for dependency in dependencies {
            guard let from = indices[ObjectIdentifier(dependency.from)] else { continue }
            Self.note(dependency, of: dependency.from, in: &needed, &awaited)
            guard let to = indices[ObjectIdentifier(dependency.to)] else { continue }
            // A scope may ask for `Live` of what a scope in it exports.
            if from == to { continue }
            if dependency.isDirect {
                direct[from][to] = direct[from][to] ?? dependency
            } else {
                live[from][to] = live[from][to] ?? dependency
            }
        }
        var edges = Lists<Int32>(
            in: Arena(size: Lists<Int32>.size(count: candidates.count)), capacity: candidates.count)
        for targets in direct {
            for target in targets.keys.sorted() { edges.append(Int32(target)) }
            edges.endList()
        }
        let search = DepthFirstOrder(edges)
        cycles = search.cycles.map { cycle in
            cycle.enumerated().compactMap { direct[$1][cycle[($0 + 1) % cycle.count]] }
        }
        guard cycles.isEmpty else { return }

        // Among those whose needs are open, the first whose `Live`s are too; if there is none, the first.
        var remaining = Array(candidates.indices)
        var done: Set<Int> = []
        while !remaining.isEmpty {
            let ready = remaining.filter { direct[$0].keys.allSatisfy(done.contains) }
            guard let next = ready.first(where: { live[$0].keys.allSatisfy(done.contains) }) ?? ready.first else {
                return
            }
            for target in live[next].keys where done.contains(target) {
                Self.append(candidates[target].blueprint.name, to: candidates[next].blueprint.name, in: &awaited)
            }
            done.insert(next)
            remaining.removeAll { $0 == next }
            levels.append(candidates[next])
        }
    }

    private static func note(
        _ dependency: SiblingDependency, of level: Level,
        in needed: inout [String: [String]], _ awaited: inout [String: [String]]
    ) {
        guard dependency.isDirect else { return }
        append(dependency.to.blueprint.name, to: level.blueprint.name, in: &needed)
        append(dependency.to.blueprint.name, to: level.blueprint.name, in: &awaited)
    }

    private static func append(_ name: String, to other: String, in lists: inout [String: [String]]) {
        if lists[other]?.contains(name) != true { lists[other, default: []].append(name) }
    }
}
