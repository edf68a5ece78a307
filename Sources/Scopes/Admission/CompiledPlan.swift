/// What a plan comes down to: slots in a region, and steps that fill them.
///
/// What each opening and closing reads is in plain memory, so that going through it costs no reference counting.
final class CompiledPlan: @unchecked Sendable {
    // Unchecked for what is pointed to. The frames are filled in the initialiser and only read then; `steps` and `inputs`
    // hold on to the steps and removals, which nothing changes after admission.

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

    let slots: Slots
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
    /// What is made at opening, inputs first; after that, what is made for lazy bindings.
    let steps: Steps
    /// How many are made at opening.
    let eagerCount: Int
    /// The steps for a lazy binding, when that is asked for.
    let lazySteps: [Int: Range<Int>]
    /// What each step reads.
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
    /// The steps of a simple plan that are taken at opening.
    let simpleSteps: UnsafeBufferPointer<Step>
    /// How the slots are emptied that are filled in a known order, in that order: those of the arguments, and of the steps
    /// of a simple plan.
    let removals: UnsafeBufferPointer<Removal>
    /// Which steps wait for which, in a plan that is not simple.
    let successors: Successors

    /// Takes memory for the slots of a scope, and before its start for what it knows of others.
    func allocateRegion() -> UnsafeMutableRawPointer {
        .allocate(byteCount: roomForFrames + regionSize, alignment: regionAlignment) + roomForFrames
    }

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
        eagerCount = linked.eagerCount
        lazySteps = linked.lazySteps
        exit = linked.exit
        self.isTimed = isTimed
        isSimple = linked.isSimple
        inputs = linked.inputs
        closing = linked.closing
        var awaited: Set<Address> = []
        for (number, rest) in steps.rests where number < eagerCount { awaited.formUnion(rest.awaited) }
        self.awaited = Array(awaited)
        opensAtOnce = isSimple && awaited.isEmpty
        // Each step has a removal; if there is one more, it is that of the arguments.
        let argumentsCount = linked.removals.count - steps.count
        removals = linked.removals.part(0..<argumentsCount + (isSimple ? eagerCount : 0)).pointer
        simpleSteps = steps.pointer(to: isSimple ? eagerCount : 0)
        for position in removals.indices { linked.slots.setPosition(position, of: removals[position].slot) }
        if !linked.ownCells.isEmpty {
            for number in 0..<eagerCount where linked.ownCells.contains(steps[number].slot) {
                steps.noteCell(ofStep: number)
            }
        }
        slots = linked.slots
        timeLimits = linked.timeLimits
        foreignTimeLimits = linked.foreignTimeLimits
        successors = isSimple ? Successors() : Successors(linked)
    }

    /// The slots of the same scope that a step reads.
    func ownInputs(ofStep number: Int) -> [Int] {
        inputs[number].lazy.filter { $0.frame == 0 }.map(\.slot)
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
        frames.deallocate()
    }

    /// The bytes that the steps of a number of bindings with three needs each take.
    static func arenaSize(count: Int) -> Int {
        Slots.size(count: count) + Lists<Address>.size(count: count)
            + count * (MemoryLayout<Step>.stride + MemoryLayout<Removal>.stride) + 32
    }

    /// Which steps wait for which.
    struct Successors: Sendable {
        /// For each step, how many steps it waits for.
        private(set) var missing: [Int] = []
        /// For each step, those that wait for it.
        private(set) var of: [[Int]] = []

        init() {}

        init(_ linked: PlanLinker.Result) {
            let (steps, count) = (linked.steps, linked.eagerCount)
            missing = [Int](repeating: 0, count: count)
            of = [[Int]](repeating: [], count: count)
            let numbers = Dictionary(uniqueKeysWithValues: (0..<count).map { (steps[$0].slot, $0) })
            for number in 0..<count {
                for input in Set(linked.inputs[number].lazy.filter { $0.frame == 0 }.map(\.slot)) {
                    guard let predecessor = numbers[input] else { continue }
                    missing[number] += 1
                    of[predecessor].append(number)
                }
            }
        }
    }
}
