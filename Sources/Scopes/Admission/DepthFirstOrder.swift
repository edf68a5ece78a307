/// Sorts the nodes of a graph so that each comes after those it depends on, and finds the circles.
///
/// It keeps its own stack, since a chain of needs may be longer than a thread's stack is deep.
struct DepthFirstOrder {
    /// The nodes, inputs first.
    ///
    /// Where the edges leave a choice, in the order of their numbers.
    private(set) var order: [Int32] = []

    /// The circles that were found; in each, a node depends on the next, and the last on the first.
    private(set) var cycles: [[Int]] = []

    private enum Color {
        case white
        case grey
        case black
    }

    /// - Parameter edges: For each node, those it depends on.
    init(_ edges: Lists<Int32>) {
        var colors = [Color](repeating: .white, count: edges.count)
        var stack: [(node: Int, remaining: Range<Int>)] = []
        order.reserveCapacity(edges.count)
        for start in 0..<edges.count where colors[start] == .white {
            colors[start] = .grey
            stack.append((start, edges.range(of: start)))
            while let top = stack.last {
                guard !top.remaining.isEmpty else {
                    colors[top.node] = .black
                    order.append(Int32(top.node))
                    stack.removeLast()
                    continue
                }
                let next = Int(edges.elements[top.remaining.lowerBound])
                stack[stack.count - 1].remaining = top.remaining.dropFirst()
                switch colors[next] {
                case .black: break
                case .grey:
                    guard let position = stack.firstIndex(where: { $0.node == next }) else { continue }
                    cycles.append(stack[position...].map(\.node))
                case .white:
                    colors[next] = .grey
                    stack.append((next, edges.range(of: next)))
                }
            }
        }
    }
}
