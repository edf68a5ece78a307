/// A scope that takes an instance from a sibling.
struct SiblingDependency {
    let from: ScopeNode
    let to: ScopeNode
    /// Whether the scope takes the instance itself and therefore has to open later; false if it takes a `Live`.
    let isDirect: Bool
    let link: Diagnostic.Link
}

/// The order in which scopes under one parent are opened.
struct SiblingOrder {
    /// The new scopes, each after the scopes that it waits for.
    private(set) var nodes: [ScopeNode] = []
    /// For each scope, the names of the scopes from which it takes instances.
    private(set) var required: [String: [String]] = [:]
    /// For each scope, the names of the scopes that should open before it.
    private(set) var awaited: [String: [String]] = [:]
    /// The cycles among the scopes.
    private(set) var cycles: [[SiblingDependency]] = []

    init(_ candidates: [ScopeNode], _ dependencies: [SiblingDependency]) {
        var direct = [[Int: SiblingDependency]](repeating: [:], count: candidates.count)
        var live = direct
        var noted: Set<[ObjectIdentifier]> = []
        let indices = Dictionary(uniqueKeysWithValues: candidates.enumerated().map { (ObjectIdentifier($1), $0) })
        for dependency in dependencies {
            guard let from = indices[ObjectIdentifier(dependency.from)] else { continue }
            let pair = [ObjectIdentifier(dependency.from), ObjectIdentifier(dependency.to)]
            if dependency.isDirect, noted.insert(pair).inserted {
                required[dependency.from.blueprint.name, default: []].append(dependency.to.blueprint.name)
                awaited[dependency.from.blueprint.name, default: []].append(dependency.to.blueprint.name)
            }
            guard let to = indices[ObjectIdentifier(dependency.to)] else { continue }
            // A scope may require `Live` of an export from inside itself.
            if from == to { continue }
            if dependency.isDirect {
                direct[from][to] = direct[from][to] ?? dependency
            } else {
                live[from][to] = live[from][to] ?? dependency
            }
        }
        let search = DepthFirstOrder(count: candidates.count) { direct[$0].keys.sorted() }
        cycles = search.cycles.map { cycle in
            cycle.enumerated().compactMap { direct[$1][cycle[($0 + 1) % cycle.count]] }
        }
        guard cycles.isEmpty else { return }
        sort(candidates, direct.map { Set($0.keys) }, live.map { Set($0.keys) })
    }

    /// Sorts the scopes.
    ///
    /// Among the scopes whose direct dependencies are open, the first one whose `Live` dependencies are open too is
    /// next. If there is none, the first one is next.
    private mutating func sort(_ candidates: [ScopeNode], _ direct: [Set<Int>], _ live: [Set<Int>]) {
        var remaining = Array(candidates.indices)
        var isOpen: Set<Int> = []
        while !remaining.isEmpty {
            let possible = remaining.indices.lazy.filter { direct[remaining[$0]].isSubset(of: isOpen) }
            guard let position = possible.first(where: { live[remaining[$0]].isSubset(of: isOpen) }) ?? possible.first
            else { preconditionFailure("without cycles, the dependencies of one of the scopes are open") }
            let next = remaining.remove(at: position)
            nodes.append(candidates[next])
            for target in live[next].sorted() where isOpen.contains(target) && !direct[next].contains(target) {
                awaited[candidates[next].blueprint.name, default: []].append(candidates[target].blueprint.name)
            }
            isOpen.insert(next)
        }
    }
}
