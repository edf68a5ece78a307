/// The filled slots in the order of creation: those of the opening in the order of the plan, with others in between.
struct CreationOrder: Sendable {
    private let opening: ContiguousArray<Int>
    /// The number of filled slots of the opening.
    private var opened = 0
    /// The other filled slots, each with the value of ``opened`` at its creation.
    private var others: [(slot: Int, opened: Int)] = []

    init(_ opening: ContiguousArray<Int>) { self.opening = opening }

    mutating func append(_ slot: Int) {
        if opened < opening.count, opening[opened] == slot {
            opened += 1
        } else {
            others.append((slot, opened))
        }
    }

    mutating func popLast() -> Int? {
        if let last = others.last, last.opened >= opened { return others.removeLast().slot }
        if opened == 0 { return nil }
        opened -= 1
        return opening[opened]
    }
}
