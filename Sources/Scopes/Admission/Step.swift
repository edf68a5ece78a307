/// One step of opening a scope: makes one instance.
///
/// It is not copied, so that running it does not have to hold on to its making.
struct Step: ~Copyable, Sendable {
    /// Makes the instance without waiting, if that can be.
    let make: SynchronousMaking

    /// Where the instance goes.
    var slot: Int { Int(shortSlot) }

    /// Whether something in the same scope has a cell of the instance.
    var fillsCell = false

    /// Whether there is more to it, in the list of steps.
    let hasRest: Bool

    private let shortSlot: Int32

    init(slot: Int, hasRest: Bool, _ make: @escaping SynchronousMaking) {
        shortSlot = Int32(slot)
        self.hasRest = hasRest
        self.make = make
    }

    /// What few steps have.
    struct Rest: Sendable {
        /// Lazy bindings of other scopes that must be made before.
        var awaited: [Address] = []
        /// Lazy bindings of the same scope that must be made too, before or after.
        var followed: [Int] = []
        /// Makes the instance, waiting as it must; nil when it can be made without.
        var makeAsynchronously: AsynchronousMaking?

        /// Whether the step has nothing of it.
        var isEmpty: Bool { awaited.isEmpty && followed.isEmpty && makeAsynchronously == nil }
    }
}
