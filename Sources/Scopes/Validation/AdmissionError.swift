/// An error that is thrown when validation rejects blueprints.
///
/// No instance has been created.
public struct AdmissionError: Error, Sendable {
    /// All diagnostics, in the order of the scopes and their declarations.
    ///
    /// The list contains at least one diagnostic.
    public let diagnostics: [Diagnostic]
}

extension AdmissionError: CustomStringConvertible {
    /// The number of diagnostics in one line, followed by the diagnostics.
    public var description: String {
        let scopes = Set(diagnostics.map(\.scope)).sorted().joined(separator: ", ")
        let count = diagnostics.count == 1 ? "1 diagnostic" : "\(diagnostics.count) diagnostics"
        return (["\(scopes): rejected with \(count)"] + diagnostics.map(\.description)).joined(separator: "\n\n")
    }
}
