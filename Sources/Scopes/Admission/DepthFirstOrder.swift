/// Sorts the nodes of a graph so that each comes after those it depends on, and finds the circles.
///
/// It keeps its own stack, since a chain of needs may be longer than a thread's stack is deep.
struct DepthFirstOrder {
    /// The nodes, inputs first.
    ///
    /// Where the edges leave a choice, in the order of their numbers.
    private(set) var order: [Int32] = []

    /// The circles that were found; in each, a node depends on the next, and the last on the first.
    ///
    /// In a graph with a great many, not all: of each part that hangs together the first, and others up to a length in all
    /// that grows with the graph. Listing all would take a time that grows with its square.
    private(set) var cycles: [[Int]] = []

    /// How long the circles may be in all, for each node of the graph.
    private static let nodesInCycles = 8

    /// What the search knows of a node.
    private enum Progress {
        case unseen
        /// On the stack, at a position.
        case onStack(Int)
        case done
    }

    /// - Parameter edges: For each node, those it depends on.
    init(_ edges: Lists<Int32>) {
        var progress = [Progress](repeating: .unseen, count: edges.count)
        var stack: [(node: Int, remaining: Range<Int>)] = []
        var room = Self.nodesInCycles * max(edges.count, 16)
        order.reserveCapacity(edges.count)
        for start in 0..<edges.count {
            guard case .unseen = progress[start] else { continue }
            progress[start] = .onStack(0)
            stack.append((start, edges.range(of: start)))
            var isFirst = true
            while let top = stack.last {
                guard !top.remaining.isEmpty else {
                    progress[top.node] = .done
                    order.append(Int32(top.node))
                    stack.removeLast()
                    continue
                }
                let next = Int(edges.elements[top.remaining.lowerBound])
                stack[stack.count - 1].remaining = top.remaining.dropFirst()
                switch progress[next] {
                case .done: break
                case .onStack(let position):
                    guard isFirst || stack.count - position <= room else { continue }
                    isFirst = false
                    room -= stack.count - position
                    cycles.append(stack[position...].map(\.node))
                case .unseen:
                    progress[next] = .onStack(stack.count)
                    stack.append((next, edges.range(of: next)))
                }
            }
        }
    }
}
