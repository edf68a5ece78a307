/// What a plan comes down to: slots in a region, and steps that fill them.
///
/// What each opening and closing reads is in plain memory, so that going through it costs no reference counting.
final class CompiledPlan: @unchecked Sendable {
    // Unchecked for the buffers, which are filled in the initialiser and only read then.

    /// What a slot is for.
    struct Slot: Sendable {
        let binding: Binding
        /// How it is emptied.
        let removal: Removal
        /// The slot's place in the order, or `Int32.max` when it is filled beside that.
        var position = Int32.max

        /// How the instance lies in it.
        var shape: SlotShape { binding.shape }
        /// Where it is in the region.
        var offset: Int { removal.offset }
    }

    /// A step in which nothing waits.
    struct SimpleStep {
        /// The step; the list of steps holds on to it.
        let step: Unmanaged<Step>
        private let shortSlot: Int32
        /// Whether something in the same scope has a cell of the instance.
        let fillsCell: Bool

        var slot: Int { Int(shortSlot) }

        init(_ step: Step, fillsCell: Bool) {
            self.step = .passUnretained(step)
            shortSlot = Int32(step.slot)
            self.fillsCell = fillsCell
        }
    }

    /// How a slot is emptied.
    struct Removal: Sendable {
        /// The class whose own objects have nothing to do at closing, if the instance is of a class.
        let quietType: ObjectIdentifier?
        private let shortSlot: Int32
        private let shortOffset: Int32
        private let shortOriginal: Int32
        let kind: SlotShape.Removal
        /// Whether the instance may have something to do at closing.
        let mayClose: Bool

        var slot: Int { Int(shortSlot) }
        var offset: Int { Int(shortOffset) }
        /// Where the instance is as it was made.
        var original: Int { Int(shortOriginal) }

        init(_ extent: SlotShape.Extent, slot: Int, offset: Int) {
            kind = extent.removal
            shortSlot = Int32(slot)
            shortOffset = Int32(offset)
            mayClose = extent.closing != .never
            quietType = extent.quietType
            shortOriginal = Int32(offset + Int(extent.originalOffset))
        }
    }

    /// How long something may take.
    struct TimeLimits: Sendable {
        let closing: Duration
        let building: Duration

        init(of blueprint: Blueprint) {
            closing = blueprint.closingTimeLimit
            building = blueprint.buildingTimeLimit
        }
    }

    /// The way to another scope whose slots are read.
    struct Frame: Sendable {
        /// How many scopes up it is, or 0 when the way leads through imports.
        let ups: Int
    }

    let slots: [Slot]
    /// What holds for the bindings of the scope that don't say otherwise.
    let timeLimits: TimeLimits
    /// What holds for the slots whose bindings another scope declares.
    let foreignTimeLimits: [Int: TimeLimits]
    let regionSize: Int
    let regionAlignment: Int
    /// Where in the region the counters of the scopes opened from nested plans are.
    let countersOffset: Int
    let nestedCount: Int
    /// The bytes before the region's start that the frames take.
    let roomForFrames: Int
    let routes: [Route]
    let frames: UnsafeMutableBufferPointer<Frame>
    /// What is made at opening, inputs first.
    let steps: [Step]
    /// What is made for a lazy binding, when that is asked for.
    let lazySteps: [Int: [Step]]
    /// What each step reads, by the steps' numbers.
    let inputs: Lists<Address>
    /// Where the model of a scene is.
    let exit: Int?

    /// Whether nothing that is made at opening waits, lazy bindings of other scopes apart.
    let isSimple: Bool
    /// Whether nothing that is made at opening waits.
    let opensAtOnce: Bool
    /// Whether making is timed.
    let isTimed: Bool
    /// Whether an instance has something to do at closing, as far as that is known before they exist.
    let closing: SlotShape.Closing
    /// The lazy bindings of other scopes that a simple plan's steps read.
    let awaited: [Address]
    /// The slots that a simple plan fills, in the order of filling.
    let order: [Int]
    /// The steps of a simple plan.
    let simpleSteps: UnsafeMutableBufferPointer<SimpleStep>
    /// How the slots of the order are emptied.
    let removals: UnsafeMutableBufferPointer<Removal>
    /// Which steps wait for which, in a plan that is not simple.
    let successors: Successors

    init(_ linked: consuming PlanLinker.Result, isTimed: Bool, nestedCount: Int) {
        countersOffset = (linked.regionSize + 7) & ~7
        self.nestedCount = nestedCount
        regionSize = countersOffset + nestedCount * MemoryLayout<RegionHeader.Counter>.stride
        routes = linked.routes
        // What the allocator gives anyway is not asked for, since asking takes it a detour.
        regionAlignment = linked.alignment <= 16 ? 8 : linked.alignment
        roomForFrames = RegionHeader.room(forFrames: linked.routes.count, alignment: max(linked.alignment, 16))
        frames = .allocate(capacity: linked.routes.count)
        for (index, route) in linked.routes.enumerated() {
            frames.initializeElement(
                at: index, to: Frame(ups: route.hops.allSatisfy { $0 == .up } ? route.hops.count : 0))
        }
        steps = linked.steps
        lazySteps = linked.lazySteps
        exit = linked.exit
        self.isTimed = isTimed
        isSimple = linked.isSimple
        inputs = linked.inputs
        closing = linked.closing
        // Arguments are the first binding, if there are any.
        var order = linked.slots.first?.binding.role == .arguments ? [0] : []
        var awaited: Set<Address> = []
        simpleSteps = .allocate(capacity: isSimple ? linked.steps.count : 0)
        order.reserveCapacity(order.count + simpleSteps.count)
        for (index, step) in linked.steps.enumerated() {
            if !step.awaited.isEmpty { awaited.formUnion(step.awaited) }
            if !isSimple { continue }
            order.append(step.slot)
            simpleSteps.initializeElement(
                at: index,
                to: SimpleStep(
                    step, fillsCell: !linked.ownCells.isEmpty && linked.ownCells.contains(step.slot)))
        }
        self.awaited = Array(awaited)
        opensAtOnce = isSimple && awaited.isEmpty
        removals = .allocate(capacity: order.count)
        for (position, slot) in order.enumerated() {
            linked.slots[slot].position = Int32(position)
            removals.initializeElement(at: position, to: linked.slots[slot].removal)
        }
        self.order = order
        slots = linked.slots
        timeLimits = linked.timeLimits
        foreignTimeLimits = linked.foreignTimeLimits
        successors = isSimple ? Successors() : Successors(linked)
    }

    /// The slots of the same scope that a step reads.
    func ownInputs(of step: Step) -> [Int] {
        inputs[step.number].lazy.filter { $0.frame == 0 }.map(\.slot)
    }

    /// How long the instance in a slot may take to close.
    func closingTimeLimit(of slot: Int) -> Duration {
        slots[slot].binding.closingTimeLimit ?? (foreignTimeLimits[slot] ?? timeLimits).closing
    }

    /// How long the instance in a slot may take to be made.
    func buildingTimeLimit(of slot: Int) -> Duration {
        slots[slot].binding.buildingTimeLimit ?? (foreignTimeLimits[slot] ?? timeLimits).building
    }

    deinit {
        simpleSteps.deallocate()
        frames.deallocate()
        removals.deallocate()
    }

    /// Which steps wait for which.
    struct Successors: Sendable {
        /// For each step, how many steps it waits for.
        private(set) var missing: [Int] = []
        /// For each step, those that wait for it.
        private(set) var of: [[Int]] = []

        init() {}

        init(_ linked: PlanLinker.Result) {
            let steps = linked.steps
            missing = [Int](repeating: 0, count: steps.count)
            of = [[Int]](repeating: [], count: steps.count)
            let indices = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.slot, $0) })
            for (index, step) in steps.enumerated() {
                for input in Set(linked.inputs[step.number].lazy.filter { $0.frame == 0 }.map(\.slot)) {
                    guard let predecessor = indices[input] else { continue }
                    missing[index] += 1
                    of[predecessor].append(index)
                }
            }
        }
    }
}
