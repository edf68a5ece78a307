/// A reader of a ``NumberedRing`` was slower than its writers, or resumes after a number that no element has yet.
public struct FellBehind: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of elements that were overwritten before the reader read them; 0 if no element has the number yet.
    public let missed: Int

    /// The number of the oldest element that is still available.
    public let next: Int

    /// The text for a log or an error reply.
    public var description: String {
        let reason =
            missed == 0
            ? "no element has the requested number yet" : "\(missed) elements were overwritten before they were read"
        return "\(reason); the oldest available element is \(next)"
    }
}
