/// What a plugin says of itself, whether it runs or not.
public struct PluginManifest: Sendable, Hashable {
    /// What the plugin is called in the configuration, on the command line and in its directories.
    ///
    /// One to 64 lower-case letters, digits and dashes, a letter first. The host may register the same type under other
    /// names too.
    public var name: String

    /// The version of the plugin, as semver.org has it.
    public var version: String

    /// One sentence on what the plugin is for.
    public var summary: String

    /// What has to be set before the plugin can do its job, beside listing it in the configuration: keys, credentials,
    /// accounts elsewhere.
    ///
    /// Nil when listing it is all.
    public var setup: String?

    /// Creates a manifest.
    ///
    /// - Parameters:
    ///   - name: One to 64 lower-case letters, digits and dashes, a letter first. Anything else is a fault of the
    ///     program, found when the host starts.
    ///   - version: The version, as semver.org has it.
    ///   - summary: One sentence on what the plugin is for.
    ///   - setup: What has to be set beside listing it in the configuration; nil when that is all.
    public init(name: String, version: String, summary: String, setup: String? = nil) {
        self.name = name
        self.version = version
        self.summary = summary
        self.setup = setup
    }

    /// Whether a text can be the name of a plugin.
    ///
    /// - Parameter name: The text.
    /// - Returns: Whether it can.
    public static func isValid(name: String) -> Bool {
        guard let first = name.utf8.first, (97...122).contains(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}
