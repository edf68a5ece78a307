/// Validates new scopes under one parent, and accepts or rejects all of them.
struct Validator {
    /// The accepted scopes.
    struct Accepted {
        /// The scopes, each after the scopes that it requires.
        let scopes: [PlannedScope]
        /// For each scope, the names of the scopes from which it takes instances.
        let required: [String: [String]]
    }

    private let candidates: [ScopeNode]
    private let siblings: [ScopeNode]

    /// - Parameters:
    ///   - blueprints: The blueprints of the new scopes.
    ///   - parent: The parent of the new scopes; nil for a root.
    ///   - siblings: Validated scopes whose exports the new scopes may request.
    init(_ blueprints: [Blueprint], under parent: Plan?, importing siblings: [Plan]) {
        let outer = parent.map { ScopeNode($0) }
        let names = Set(blueprints.map(\.name))
        var known: Set<ObjectIdentifier> = []
        candidates = blueprints.map { ScopeNode($0, under: outer) }
        self.siblings =
            siblings
            .filter { !names.contains($0.name) || $0.parent?.scope !== parent?.scope }
            .filter { known.insert(ObjectIdentifier($0.scope)).inserted }
            .map { ScopeNode($0) }
    }

    func validate() throws(AdmissionError) -> Accepted {
        defer { for node in candidates { node.dissolve() } }
        var exports: ExportsByParent = [:]
        for node in candidates + siblings {
            guard let parent = node.parent?.planned else { continue }
            exports[ObjectIdentifier(parent), default: SiblingExports()].add(node)
        }
        var resolver = Resolver(exports: exports)
        resolver.checkNames(of: candidates)
        let nodes = candidates.flatMap(\.tree)
        for node in nodes {
            resolver.resolve(node)
            let cycles = node.determineOrder()
            let writer = DiagnosticWriter(node, exports: exports, suggestions: resolver.suggestions)
            resolver.diagnostics += cycles.map { writer.cycle($0) }
        }
        let order = SiblingOrder(candidates, resolver.dependencies)
        resolver.diagnostics += order.cycles.map { DiagnosticWriter.siblingCycle($0) }
        if !resolver.diagnostics.isEmpty { throw AdmissionError(diagnostics: resolver.diagnostics) }
        return Accepted(scopes: order.nodes.map { $0.accept() }, required: order.required)
    }
}
