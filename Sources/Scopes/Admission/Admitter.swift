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
