/// A scope closed with problems after a body had run in it.
///
/// It is thrown by the forms of opening with a body. It contains the error of the body, too.
public struct ClosingError: Error, Sendable, CustomStringConvertible {
    /// The report, which has at least one problem.
    public let report: ClosingReport

    /// The error that the body threw, or nil if it returned.
    public let bodyError: (any Error)?

    /// A description of both.
    public var description: String {
        guard let bodyError else { return "\(report)" }
        return "\(bodyError)\n\(report)"
    }
}
