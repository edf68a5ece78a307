/// A problem with the configuration, and its location.
public struct ConfigurationDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The location of the problem; nil when it has none, for example because a file is missing.
    public var location: ConfigurationLocation?

    /// The key, from the root of the configuration; empty when the problem is not one of a key.
    public var path: [String]

    /// The problem and its remedy, without a full stop.
    public var message: String

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - location: The location of the problem.
    ///   - path: The key, from the root of the configuration.
    ///   - message: The problem and its remedy, without a full stop.
    public init(location: ConfigurationLocation?, path: [String], message: String) {
        self.location = location
        self.path = path
        self.message = message
    }

    /// The location, the key and the message: `trellis.yaml:7:5: plugins.items.stor: unknown key (…)`.
    public var description: String {
        [location.map(String.init(describing:)), path.isEmpty ? nil : path.joined(separator: "."), message]
            .compactMap(\.self).joined(separator: ": ")
    }
}
