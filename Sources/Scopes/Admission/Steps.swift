/// The steps of a plan, by their numbers.
final class Steps: @unchecked Sendable {
    // Unchecked for the memory, which the linker alone changes, before anyone else has the list.

    private(set) var count = 0
    private var capacity: Int
    private var steps: UnsafeMutablePointer<Step>
    private let arena: Arena
    /// By the step's number.
    private(set) var rests: [Int: Step.Rest] = [:]

    init(in arena: Arena, capacity: Int) {
        self.arena = arena
        self.capacity = capacity
        steps = arena.allocate(Step.self, count: capacity)
    }

    deinit {
        steps.deinitialize(count: count)
    }

    /// One of the steps.
    subscript(_ number: Int) -> Step {
        @inline(__always) unsafeAddress {
            precondition(number >= 0 && number < count, "there is no step \(number)")
            return UnsafePointer(steps + number)
        }
    }

    /// The first of the steps, as long as something else holds on to the list, and nothing is appended.
    func pointer(to count: Int) -> UnsafeBufferPointer<Step> {
        precondition(count <= self.count, "there are \(self.count) steps and not \(count)")
        return UnsafeBufferPointer(start: steps, count: count)
    }

    /// Appends a step of a binding that is made without waiting.
    func append(slot: Int, _ rest: Step.Rest, _ make: @escaping SynchronousMaking) {
        if count == capacity { grow() }
        if !rest.isEmpty { rests[count] = rest }
        (steps + count).initialize(to: Step(slot: slot, hasRest: !rest.isEmpty, make))
        count += 1
    }

    /// Appends a step of an asynchronous binding.
    func append(slot: Int, _ rest: Step.Rest, _ make: @escaping AsynchronousMaking) {
        var rest = rest
        rest.makeAsynchronously = make
        append(slot: slot, rest) { core, _ in
            preconditionFailure("\(core.path): an asynchronous binding is made by a builder")
        }
    }

    /// Notes that something in the same scope has a cell of what a step makes.
    func noteCell(ofStep number: Int) {
        precondition(number >= 0 && number < count, "there is no step \(number)")
        steps[number].fillsCell = true
    }

    /// What a step has more than others.
    func rest(of number: Int) -> Step.Rest {
        self[number].hasRest ? rests[number] ?? Step.Rest() : Step.Rest()
    }

    /// Whether a step may have to wait, and so is done in a task of its own.
    func waits(_ number: Int) -> Bool {
        let rest = rest(of: number)
        return rest.makeAsynchronously != nil || !rest.awaited.isEmpty
    }

    /// The number of the step that fills a slot.
    func number(ofSlot slot: Int) -> Int? {
        (0..<count).first { self[$0].slot == slot }
    }

    /// The numbers of the steps, by the slots that they fill.
    var numbersBySlot: [Int: Int] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { (self[$0].slot, $0) })
    }

    private func grow() {
        capacity = max(8, 2 * capacity)
        let larger = arena.allocate(Step.self, count: capacity)
        larger.moveInitialize(from: steps, count: count)
        steps = larger
    }
}
