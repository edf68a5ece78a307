/// A blueprint, or several that were admitted together, have faults.
///
/// Nothing has been built.
public struct AdmissionError: Error, Sendable {
    /// All faults, in the order of the scopes and their declarations.
    ///
    /// There is at least one.
    public let faults: [Fault]
}

extension AdmissionError: CustomStringConvertible {
    /// A line with the number of faults, and then each of them.
    public var description: String {
        let scopes = Set(faults.map(\.scope)).sorted().joined(separator: ", ")
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return (["\(scopes): refused for \(count)"] + faults.map(\.description)).joined(separator: "\n\n")
    }
}
