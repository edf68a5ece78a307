/// Numbers, of which the smallest comes out first.
struct IndexHeap: Sendable {
    private var elements: [Int] = []

    var isEmpty: Bool { elements.isEmpty }

    mutating func insert(_ element: Int) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, elements[child] < elements[(child - 1) / 2] {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst() -> Int? {
        guard let first = elements.first else { return nil }
        elements[0] = elements[elements.count - 1]
        elements.removeLast()
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child] < elements[smallest] {
                smallest = child
            }
            if smallest == parent { return first }
            elements.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
