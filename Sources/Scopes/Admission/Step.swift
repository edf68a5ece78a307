/// One step of opening a scope: makes one instance.
///
/// It is an object so that running a plan does not have to hold on to each making while it runs.
final class Step: Sendable {
    /// Where the instance goes.
    var slot: Int { Int(shortSlot) }

    /// Its place among the lists of what steps read.
    var number: Int { Int(shortNumber) }

    /// Lazy bindings of other scopes that must be made before.
    var awaited: [Address] { rest?.awaited ?? [] }

    /// Lazy bindings of the same scope that must be made too, before or after.
    var followed: [Int] { rest?.followed ?? [] }

    /// Makes the instance without waiting, if that can be.
    let make: SynchronousMaking

    /// Makes the instance, waiting as it must; nil when it can be made without.
    var makeAsynchronously: AsynchronousMaking? { rest?.makeAsynchronously }

    private let shortSlot: Int32
    private let shortNumber: Int32

    /// What few steps have; apart, since a plan has a great many steps.
    private let rest: Rest?

    private final class Rest: Sendable {
        let awaited: [Address]
        let followed: [Int]
        let makeAsynchronously: AsynchronousMaking?

        init(awaited: [Address], followed: [Int], _ makeAsynchronously: AsynchronousMaking?) {
            self.awaited = awaited
            self.followed = followed
            self.makeAsynchronously = makeAsynchronously
        }
    }

    /// A step of a binding that is made without waiting.
    init(slot: Int, number: Int, awaited: [Address], followed: [Int], _ make: @escaping SynchronousMaking) {
        shortSlot = Int32(slot)
        shortNumber = Int32(number)
        rest = awaited.isEmpty && followed.isEmpty ? nil : Rest(awaited: awaited, followed: followed, nil)
        self.make = make
    }

    /// A step of an asynchronous binding.
    init(slot: Int, number: Int, awaited: [Address], followed: [Int], _ make: @escaping AsynchronousMaking) {
        shortSlot = Int32(slot)
        shortNumber = Int32(number)
        rest = Rest(awaited: awaited, followed: followed, make)
        self.make = { core in preconditionFailure("\(core.path): an asynchronous binding is made by a builder") }
    }

    /// Whether it may have to wait, and so is done in a task of its own.
    var waits: Bool {
        guard let rest else { return false }
        return rest.makeAsynchronously != nil || !rest.awaited.isEmpty
    }
}
