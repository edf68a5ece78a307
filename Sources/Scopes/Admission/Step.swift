/// One step of opening a scope: makes one instance.
final class Step: Sendable {
    enum Making: Sendable {
        case synchronous(SynchronousStep)
        case asynchronous(AsynchronousMaking)
    }

    /// Where the instance goes.
    let slot: Int

    /// The slots that it reads.
    let inputs: [Address]

    /// Lazy bindings of other scopes that must be made before.
    let awaited: [Address]

    /// Lazy bindings of the same scope that must be made too, before or after.
    let followed: [Int]

    let making: Making

    init(slot: Int, inputs: [Address], awaited: [Address], followed: [Int], making: Making) {
        self.slot = slot
        self.inputs = inputs
        self.awaited = awaited
        self.followed = followed
        self.making = making
    }

    /// The slots of the same scope that it reads.
    var ownInputs: [Int] {
        inputs.lazy.filter { $0.frame == 0 }.map(\.slot)
    }

    /// Whether it may have to wait, and so is done in a task of its own.
    var waits: Bool {
        if case .asynchronous = making { true } else { !awaited.isEmpty }
    }
}

/// The making of one instance that does not wait.
///
/// It is an object so that running a plan does not have to hold on to each making while it runs.
final class SynchronousStep: Sendable {
    let make: SynchronousMaking

    init(_ make: @escaping SynchronousMaking) {
        self.make = make
    }
}
