/// The rejection of a configuration, with every problem that was found.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// The kind of a configuration error.
    public enum Kind: Sendable, Hashable {
        /// A file does not exist or cannot be read.
        case unreadable

        /// The configuration is invalid.
        case invalid
    }

    /// The kind of the error; ``Kind/unreadable`` when any file is unreadable.
    public var kind: Kind

    /// The problems, in the order of the layers and of their lines.
    public var diagnostics: [ConfigurationDiagnostic]

    /// Creates an error from the problems of a configuration.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - diagnostics: The problems; at least one.
    public init(kind: Kind = .invalid, diagnostics: [ConfigurationDiagnostic]) {
        self.kind = kind
        self.diagnostics = diagnostics
    }

    /// The diagnostics, one per line.
    public var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}
