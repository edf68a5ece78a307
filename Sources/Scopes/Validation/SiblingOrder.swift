/// A scope that takes an instance from a sibling.
struct SiblingDependency {
    let from: ScopeNode
    let to: ScopeNode
    let link: Diagnostic.Link
}

/// The order in which scopes under one parent are opened.
struct SiblingOrder {
    /// The new scopes, each after the scopes that it requires.
    let nodes: [ScopeNode]
    /// For each scope, the names of the scopes from which it takes instances.
    private(set) var required: [String: [String]] = [:]
    /// The cycles among the scopes.
    let cycles: [[SiblingDependency]]

    init(_ candidates: [ScopeNode], _ dependencies: [SiblingDependency]) {
        let indices = Dictionary(uniqueKeysWithValues: candidates.enumerated().map { (ObjectIdentifier($1), $0) })
        var links = [[Int: SiblingDependency]](repeating: [:], count: candidates.count)
        for dependency in dependencies {
            guard let from = indices[ObjectIdentifier(dependency.from)] else { continue }
            let (name, other) = (dependency.from.blueprint.name, dependency.to.blueprint.name)
            if required[name]?.contains(other) != true { required[name, default: []].append(other) }
            if let to = indices[ObjectIdentifier(dependency.to)] { links[from][to] = links[from][to] ?? dependency }
        }
        let search = DepthFirstOrder(count: candidates.count) { links[$0].keys.sorted() }
        nodes = search.order.map { candidates[$0] }
        cycles = search.cycles.map { cycle in
            cycle.enumerated().compactMap { links[$1][cycle[($0 + 1) % cycle.count]] }
        }
    }
}
