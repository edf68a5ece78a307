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
