/// The disposal of the instances that a scope creates when it opens.
final class OpeningDisposal: Sendable {
    /// The part of a ``Disposal`` that closing reads for every instance.
    struct Step: Sendable {
        let slot: Int
        let closing: Disposal.Closing
        let isWatched: Bool
        let isWatchedObject: Bool
        let quietType: ObjectIdentifier?

        fileprivate init(_ disposal: Disposal, slot: Int) {
            self.slot = slot
            closing = disposal.closing
            isWatched = disposal.isWatched
            isWatchedObject = disposal.isWatchedObject
            quietType = disposal.quietType
        }
    }

    /// The instances in the order of the steps.
    let steps: ContiguousArray<Step>

    /// Whether an instance has to be closed, as far as the types show.
    let closing: Disposal.Closing

    /// Determines the disposal from the types of the instances.
    init(_ opening: Section) {
        var steps = ContiguousArray<Step>()
        steps.reserveCapacity(opening.steps.count)
        for (step, details) in zip(opening.steps, opening.details) {
            steps.append(Step(details.binding.disposal, slot: step.slot))
        }
        self.steps = steps
        closing = steps.lazy.map(\.closing).max() ?? .never
    }
}
