/// The static description of a plugin.
public struct PluginManifest: Sendable, Hashable {
    /// The name of the plugin in the configuration, on the command line and in its directories.
    ///
    /// A name has 1 to 64 lower-case letters, digits and dashes, and starts with a letter. The host may also register
    /// the type under other names.
    public var name: String

    /// The semantic version of the plugin (semver.org), such as `1.0.0`.
    public var version: String

    /// One sentence that describes the purpose of the plugin.
    public var summary: String

    /// The setup that the plugin requires before it can run, in addition to its entry in the configuration: keys,
    /// credentials, accounts at other services.
    ///
    /// The value is nil when no setup is required.
    public var setup: String?

    /// The grants that the plugin requires: instances that the host provides only to plugins that declare them.
    public var grants: Set<PluginGrant>

    /// Whether the daemon stops when the plugin has failed for good: the default of the key `required`.
    public var isRequired: Bool

    /// Creates a manifest.
    ///
    /// - Parameters:
    ///   - name: The name: 1 to 64 lower-case letters, digits and dashes, starting with a letter. The daemon does not
    ///     start with an invalid name.
    ///   - version: The semantic version (semver.org), such as `1.0.0`.
    ///   - summary: One sentence that describes the purpose of the plugin.
    ///   - setup: The required setup in addition to the plugin's entry in the configuration; nil when there is none.
    ///   - grants: The grants that the plugin requires. Default: none.
    ///   - isRequired: The default of the key `required`. Default: true; false for a plugin without which the others are as
    ///     useful as before, and which other users of the host can prevent from starting, for example by using its port.
    public init(
        name: String, version: String, summary: String, setup: String? = nil, grants: Set<PluginGrant> = [],
        isRequired: Bool = true
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.setup = setup
        self.grants = grants
        self.isRequired = isRequired
    }

    /// Returns whether a string is a valid ``name`` of a plugin.
    public static func isValid(name: String) -> Bool {
        guard let first = name.utf8.first, (97...122).contains(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}
