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

    /// Two scopes, one of which needs the other.
    private struct Pair: Hashable {
        let from: ObjectIdentifier
        let to: ObjectIdentifier

        init(_ dependency: SiblingDependency) {
            from = ObjectIdentifier(dependency.from)
            to = ObjectIdentifier(dependency.to)
        }
    }

    init(_ candidates: [Level], _ dependencies: [SiblingDependency]) {
        var direct = [[Int: SiblingDependency]](repeating: [:], count: candidates.count)
        var live = direct
        var noted: Set<Pair> = []
        let indices = Dictionary(uniqueKeysWithValues: candidates.enumerated().map { (ObjectIdentifier($1), $0) })
        for dependency in dependencies {
            guard let from = indices[ObjectIdentifier(dependency.from)] else { continue }
            if dependency.isDirect, noted.insert(Pair(dependency)).inserted {
                needed[dependency.from.blueprint.name, default: []].append(dependency.to.blueprint.name)
                awaited[dependency.from.blueprint.name, default: []].append(dependency.to.blueprint.name)
            }
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

        sort(candidates, direct, live)
    }

    /// Puts the scopes in order: among those whose needs are open, the first whose `Live`s are too; if there is none,
    /// the first.
    private mutating func sort(
        _ candidates: [Level], _ direct: [[Int: SiblingDependency]], _ live: [[Int: SiblingDependency]]
    ) {
        var (missing, missingLive) = (direct.map(\.count), live.map(\.count))
        var (dependents, liveDependents) = (candidates.map { _ in [Int]() }, candidates.map { _ in [Int]() })
        for index in candidates.indices {
            for target in direct[index].keys { dependents[target].append(index) }
            for target in live[index].keys { liveDependents[target].append(index) }
        }
        // What has all, and what has at least its needs; those of the second may have been opened meanwhile.
        var (ready, possible) = (IndexHeap(), IndexHeap())
        func enqueue(_ index: Int) {
            if missing[index] > 0 { return }
            if missingLive[index] == 0 { ready.insert(index) } else { possible.insert(index) }
        }
        for index in candidates.indices { enqueue(index) }
        var isDone = candidates.map { _ in false }
        while let next = ready.popFirst() ?? possible.popFirst() {
            if isDone[next] { continue }
            isDone[next] = true
            levels.append(candidates[next])
            for target in live[next].keys where isDone[target] && direct[next][target] == nil {
                awaited[candidates[next].blueprint.name, default: []].append(candidates[target].blueprint.name)
            }
            for dependent in dependents[next] {
                missing[dependent] -= 1
                if !isDone[dependent] { enqueue(dependent) }
            }
            for dependent in liveDependents[next] {
                missingLive[dependent] -= 1
                if !isDone[dependent] { enqueue(dependent) }
            }
        }
    }
}
