/// Validation rejected one or more blueprints.
///
/// No instance has been created.
public struct AdmissionError: Error, Sendable {
    /// All diagnostics, in the order of the scopes and their declarations.
    ///
    /// There is at least one.
    public let diagnostics: [Diagnostic]
}

extension AdmissionError: CustomStringConvertible {
    /// A line with the number of diagnostics, and then each of them.
    public var description: String {
        let scopes = Set(diagnostics.map(\.scope)).sorted().joined(separator: ", ")
        let count = diagnostics.count == 1 ? "1 diagnostic" : "\(diagnostics.count) diagnostics"
        return (["\(scopes): rejected with \(count)"] + diagnostics.map(\.description)).joined(separator: "\n\n")
    }
}
