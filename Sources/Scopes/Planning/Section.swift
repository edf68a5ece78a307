/// A part of a plan that is executed as a whole: the opening of a scope, or the creation of lazy instances.
///
/// Each section has separate slots. The slots of the opening are those of the scope.
struct Section: Sendable {
    /// An instance that has to exist before the first step, and is copied to a slot.
    ///
    /// For the opening, the instance is lazy. For the creation of lazy instances, it is any instance outside the
    /// section.
    struct Prerequisite: Sendable {
        /// The address of the instance.
        let address: Address
        let slot: Int
    }

    /// Creates one instance.
    struct Step: Sendable {
        /// The factory, if it is synchronous.
        let make: SynchronousFactory
        /// The slot of the instance.
        let slot: Int
        /// Whether a binding of the same scope has a ``Live`` of the instance.
        let fillsCell: Bool
    }

    /// The properties of a step that few executions need.
    struct Details: Sendable {
        let binding: Binding
        let makeAsynchronously: AsynchronousFactory?
        /// The arguments of the initializer.
        let inputs: [Address]
        let closingTimeLimit: Duration
        let buildingTimeLimit: Duration
    }

    /// A lazy instance that is created by this section.
    struct Member: Sendable {
        /// The slot of the instance in the scope.
        let slot: Int
        /// The slot of the instance in the section.
        let localSlot: Int
    }

    var prerequisites: [Prerequisite] = []
    /// The steps, dependencies first.
    var steps: ContiguousArray<Step> = []
    /// The details of each step.
    var details: [Details] = []
    /// The lazy instances, for a section that creates them.
    var members: [Member] = []
    var slotCount = 0

    /// Whether all factories are synchronous.
    var isSynchronous: Bool { details.allSatisfy { $0.makeAsynchronously == nil } }
}
