/// A change of an interface that breaks clients or services of the released interface.
struct BreakingChange: Hashable, CustomStringConvertible {
    /// The part of the interface, such as `method Add, parameter title`.
    let subject: String

    /// The change and its effect.
    let message: String

    /// Subject and message: `SUBJECT: MESSAGE`.
    var description: String { "\(subject): \(message)" }
}
