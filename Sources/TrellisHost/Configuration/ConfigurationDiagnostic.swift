import CommandModel

/// A problem with the configuration, and its location.
public struct ConfigurationDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The location of the problem; nil when there is none, for example for a missing file.
    public var location: ConfigurationLocation?

    /// The path of the key from the root of the configuration; empty when the problem does not concern a key.
    public var path: [String]

    /// The problem and its remedy, without a full stop.
    public var message: String

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - location: The location of the problem.
    ///   - path: The path of the key from the root of the configuration.
    ///   - message: The problem and its remedy, without a full stop.
    public init(location: ConfigurationLocation?, path: [String], message: String) {
        self.location = location
        self.path = path
        self.message = message
    }

    /// The location, the key and the message: `trellis.yaml:7:5: plugins.items.stor: unknown key (…)`.
    ///
    /// Control characters are escaped, so that a value of several lines cannot look like another diagnostic.
    public var description: String {
        [location.map(String.init(describing:)), path.isEmpty ? nil : path.joined(separator: "."), message]
            .compactMap(\.self).joined(separator: ": ").escapingControlCharacters
    }
}
