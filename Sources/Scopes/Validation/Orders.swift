/// Sorts the nodes of a graph so that each comes after its dependencies, and finds the cycles.
///
/// The traversal uses an explicit stack, because a chain of dependencies may be longer than the stack of a thread.
struct DepthFirstOrder {
    /// The nodes, dependencies first; otherwise in the order of their numbers.
    private(set) var order: [Int] = []

    /// The cycles that were found; in each, a node depends on the next, and the last on the first.
    ///
    /// In a graph with many cycles, some are omitted: the first of each connected part is reported, and others as long as their
    /// total length is proportional to the size of the graph. Listing all cycles would take quadratic time.
    private(set) var cycles: [[Int]] = []

    /// The total length of the reported cycles, per node of the graph.
    private static let nodesInCycles = 8

    private enum Progress {
        case unseen
        /// On the stack, at a position.
        case onStack(Int)
        case done
    }

    /// - Parameters:
    ///   - count: The number of nodes.
    ///   - dependencies: Returns the dependencies of a node.
    init(count: Int, dependencies: (Int) -> [Int]) {
        var progress = [Progress](repeating: .unseen, count: count)
        var stack: [(node: Int, remaining: ArraySlice<Int>)] = []
        var room = Self.nodesInCycles * max(count, 16)
        order.reserveCapacity(count)
        for start in 0..<count {
            guard case .unseen = progress[start] else { continue }
            progress[start] = .onStack(0)
            stack.append((start, dependencies(start)[...]))
            var isFirst = true
            while !stack.isEmpty {
                let top = stack.count - 1
                guard let next = stack[top].remaining.popFirst() else {
                    let node = stack.removeLast().node
                    progress[node] = .done
                    order.append(node)
                    continue
                }
                switch progress[next] {
                case .done: break
                case .onStack(let position):
                    guard isFirst || stack.count - position <= room else { continue }
                    isFirst = false
                    room -= stack.count - position
                    cycles.append(stack[position...].map(\.node))
                case .unseen:
                    progress[next] = .onStack(stack.count)
                    stack.append((next, dependencies(next)[...]))
                }
            }
        }
    }
}

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
