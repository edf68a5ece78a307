/// The static description of a plugin.
public struct PluginManifest: Sendable, Hashable {
    /// The name of the plugin in the configuration, on the command line and in its directories.
    ///
    /// It has 1 to 64 lower-case letters, digits and dashes, and starts with a letter. The host may also register the
    /// type under other names.
    public var name: String

    /// The version of the plugin, as in semver.org.
    public var version: String

    /// One sentence that describes the purpose of the plugin.
    public var summary: String

    /// The setup that the plugin requires before it can run, beside listing it in the configuration: keys, credentials,
    /// accounts at other services.
    ///
    /// It is nil when no setup is required.
    public var setup: String?

    /// Creates a manifest.
    ///
    /// - Parameters:
    ///   - name: The name: 1 to 64 lower-case letters, digits and dashes, starting with a letter. The daemon does not
    ///     start with an invalid name.
    ///   - version: The version, as in semver.org.
    ///   - summary: One sentence that describes the purpose of the plugin.
    ///   - setup: The required setup beside listing the plugin in the configuration; nil when there is none.
    public init(name: String, version: String, summary: String, setup: String? = nil) {
        self.name = name
        self.version = version
        self.summary = summary
        self.setup = setup
    }

    /// Returns whether a text is a valid name of a plugin.
    ///
    /// - Parameter name: The text.
    /// - Returns: Whether the text is valid.
    public static func isValid(name: String) -> Bool {
        guard let first = name.utf8.first, (97...122).contains(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}
