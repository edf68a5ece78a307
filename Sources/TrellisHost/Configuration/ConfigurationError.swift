/// Why a configuration can't be used: all that is wrong with it.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// What sort of error it is.
    public enum Kind: Sendable, Hashable {
        /// A file is not there or can't be read.
        case unreadable

        /// What the configuration says is wrong.
        case faulty
    }

    /// What sort of error it is; ``Kind/unreadable`` when any file is.
    public var kind: Kind

    /// Everything that is wrong, in the order of the layers and of their lines.
    public var faults: [ConfigurationFault]

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: What sort of error it is.
    ///   - faults: Everything that is wrong; at least one fault.
    public init(kind: Kind = .faulty, faults: [ConfigurationFault]) {
        self.kind = kind
        self.faults = faults
    }

    /// One line a fault.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}
