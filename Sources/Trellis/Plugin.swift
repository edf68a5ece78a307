public import Scopes

/// A service that `trellisd` hosts.
///
/// ## Lifecycle
///
/// 1. **Registered.** The daemon's list of plugins contains the type. The host reads its ``manifest`` and the keys of
///    its configuration; no other code of the plugin runs. A plugin that the configuration does not list remains
///    *disabled*.
/// 2. **Configured.** The host reads ``Configuration`` from the plugin's section.
/// 3. **Assembled.** The host calls ``assemble(_:configuration:)`` with a blueprint. The method must not have side effects,
///    because `trellisd --check` also calls it, and may be called more than once.
/// 4. **Validated.** The host validates the blueprints of all plugins together, and calls
///    ``validate(_:configuration:)`` of each. If one of them has a problem, no plugin starts.
/// 5. **Starting.** The host opens the plugin's scopes, after the scopes of the plugins on whose exports the plugin
///    depends. Opening the scopes creates the instances of the blueprint. From this step on, initializers may have side
///    effects, such as opening files in the plugin's directories. An error that an initializer throws is reported to
///    the operator.
/// 6. **Running.** The plugin's interfaces are served, its services run, and its health checks are called.
/// 7. **Stopping.** The services shut down gracefully and calls in progress finish. Then the scopes close: the
///    instances are closed in reverse order, within the plugin's `timeoutStop`.
///
/// A plugin is a type without instances: it implements ``assemble(_:configuration:)``, which declares each capability in one line:
///
/// ```swift
/// public struct GreeterPlugin: Plugin {
///     public static let manifest = PluginManifest(name: "greeter", version: "1.0.0", summary: "Greets.")
///
///     public static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
///         blueprint.serve(GreeterInterface.init(environment:))
///     }
/// }
/// ```
public protocol Plugin: Sendable {
    /// The configuration of the plugin; ``NoConfiguration`` for a plugin without keys.
    associatedtype Configuration: PluginConfiguration = NoConfiguration

    /// The static description of the plugin.
    static var manifest: PluginManifest { get }

    /// The settings with which the plugin runs on sample data (`trellisd --demo`), without network and credentials.
    ///
    /// The keys are those of the plugin's section, with dots for nested sections: `["store": "sample"]`. A list has commas
    /// between its elements. Default: none, for a plugin that needs no other settings in a demo.
    static var demo: [String: String] { get }

    /// Declares the plugin's bindings, without side effects.
    ///
    /// The bindings may depend on each other, on the exports of other plugins, and on the instances that the host
    /// provides: ``PluginEnvironment``, `Logger`, ``WallClock`` and the plugin's ``Configuration``.
    ///
    /// - Parameters:
    ///   - blueprint: The blueprint to which this method adds bindings.
    ///   - configuration: The values of the keys under `plugins.NAME`.
    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration)

    /// Validates requirements that a blueprint cannot express, such as the presence of a credential, without side
    /// effects.
    ///
    /// The host calls this method for `trellisd --check` and before any plugin starts. Do not check files and
    /// directories: the directories of the environment may not exist.
    ///
    /// - Parameters:
    ///   - plugin: The environment, from which the method can read credentials.
    ///   - configuration: The values of the keys under `plugins.NAME`.
    /// - Throws: ``PluginFailure`` with the problem and its remedy, when a requirement is not met.
    static func validate(_ plugin: PluginEnvironment, configuration: Configuration) throws
}

extension Plugin {
    /// The default value: no settings.
    public static var demo: [String: String] { [:] }

    /// The default implementation, which accepts any environment.
    public static func validate(_ plugin: PluginEnvironment, configuration: Configuration) throws {}
}

/// The configuration of a plugin, in the section `plugins.NAME`, or of a root scope, in the section `root`.
///
/// The initializer of a configuration declares its keys with their types and default values (see ``Settings``).
///
/// The keys that every plugin has (`enabled`, `required`, `timeoutStart`, `timeoutStop`) belong to the host. A
/// configuration can neither read nor declare them.
public protocol PluginConfiguration: Sendable, Equatable {
    /// Reads a configuration from its section.
    ///
    /// The host also calls this initializer without any settings, to determine the keys. Read every key unconditionally
    /// and without side effects.
    ///
    /// - Parameter settings: The section.
    init(from settings: Settings)
}

/// The configuration of a plugin that declares no keys.
public struct NoConfiguration: PluginConfiguration {
    /// Creates the configuration.
    public init() {}

    /// Creates the configuration; the settings are ignored.
    public init(from settings: Settings) {}
}

extension PluginConfiguration {
    /// The configuration with all default values.
    public static var standard: Self {
        Self(from: Settings(path: [], source: NoSettings()))
    }
}

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
