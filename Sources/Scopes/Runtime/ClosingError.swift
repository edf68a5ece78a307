/// An error that is thrown when a scope closes with problems after a body has run in it.
///
/// The forms of `open` with a body throw this error, which also contains the error of the body.
public struct ClosingError: Error, Sendable, CustomStringConvertible {
    /// The report, which has at least one problem.
    public let report: ClosingReport

    /// The error that the body threw, or nil if the body returned.
    public let bodyError: (any Error)?

    /// The problems of closing and the error of the body.
    public var description: String {
        guard let bodyError else { return "\(report)" }
        return "\(bodyError)\n\(report)"
    }
}
