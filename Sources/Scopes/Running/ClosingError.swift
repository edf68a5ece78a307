/// A body ran in a scope, and then the scope did not close well.
///
/// Thrown by the forms of opening that close after a body. What came of the body is kept in it: a problem
/// at closing hides no other.
public struct ClosingError: Error, Sendable, CustomStringConvertible {
    /// What came of closing.
    ///
    /// It has at least one problem.
    public let report: ClosingReport

    /// What the body threw before that, or nil when it returned.
    public let bodyError: (any Error)?

    /// Both, for people.
    public var description: String {
        guard let bodyError else { return "\(report)" }
        return "\(bodyError)\n\(report)"
    }
}
