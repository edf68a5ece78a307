/// One step of opening a scope: makes one instance.
///
/// It is an object so that running a plan does not have to hold on to each making while it runs.
final class Step: Sendable {
    /// Where the instance goes.
    let slot: Int

    /// Its place among the lists of what steps read.
    let number: Int

    /// Lazy bindings of other scopes that must be made before.
    let awaited: [Address]

    /// Lazy bindings of the same scope that must be made too, before or after.
    let followed: [Int]

    /// Makes the instance without waiting, if that can be.
    let make: SynchronousMaking

    /// Makes the instance, waiting as it must; nil when it can be made without.
    let makeAsynchronously: AsynchronousMaking?

    /// A step of a binding that is made without waiting.
    init(slot: Int, number: Int, awaited: [Address], followed: [Int], _ make: @escaping SynchronousMaking) {
        self.slot = slot
        self.number = number
        self.awaited = awaited
        self.followed = followed
        self.make = make
        makeAsynchronously = nil
    }

    /// A step of an asynchronous binding.
    init(slot: Int, number: Int, awaited: [Address], followed: [Int], _ make: @escaping AsynchronousMaking) {
        self.slot = slot
        self.number = number
        self.awaited = awaited
        self.followed = followed
        self.make = { core in preconditionFailure("\(core.path): an asynchronous binding is made by a builder") }
        makeAsynchronously = make
    }

    /// Whether it may have to wait, and so is done in a task of its own.
    var waits: Bool {
        makeAsynchronously != nil || !awaited.isEmpty
    }
}
