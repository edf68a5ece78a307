public import Trellis

/// A plugin that the daemon is built with: a type, under a name.
public struct PluginRegistration: Sendable {
    /// The name under which the plugin is configured, commanded and kept; usually its manifest's.
    public let name: String

    /// What the plugin says of itself.
    public let manifest: PluginManifest

    /// The source location of the registration, for diagnostics.
    let file: String
    let line: Int

    private let makeConfigured:
        @Sendable (Settings, PluginRegistration, SupervisionConfiguration, Bool) -> ConfiguredPlugin

    /// Registers a type.
    ///
    /// - Parameters:
    ///   - type: The plugin.
    ///   - name: The name under which it is registered; nil for the manifest's. It must be one that
    ///     ``Trellis/PluginManifest/isValid(name:)`` takes: anything else is a fault of the program, and traps.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public init<Type: Plugin>(
        _ type: Type.Type, name: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        (self.file, self.line) = (file, line)
        let name = name ?? Type.manifest.name
        precondition(
            PluginManifest.isValid(name: name),
            "the plugin \(Type.self) has the name '\(name)': use lower-case letters, digits and dashes, a letter first")
        self.name = name
        self.manifest = Type.manifest
        self.makeConfigured = { settings, registration, supervision, isListed in
            let configuration = Type.Configuration(from: settings)
            return ConfiguredPlugin(
                registration: registration, supervision: supervision, isListed: isListed,
                assemble: { blueprint in
                    blueprint.provide(value: configuration, .marked(.carried))
                    Type(configuration: configuration).assemble(&blueprint)
                },
                validate: { try Type(configuration: configuration).validate($0) })
        }
    }

    /// Reads the plugin's section of the configuration.
    ///
    /// - Parameters:
    ///   - settings: The section `plugins.NAME`.
    ///   - isListed: Whether the configuration mentions the plugin.
    /// - Returns: The plugin as it is configured.
    func configure(_ settings: Settings, isListed: Bool) -> ConfiguredPlugin {
        makeConfigured(settings, self, SupervisionConfiguration(from: settings), isListed)
    }
}

/// A registered plugin, as the configuration has it.
struct ConfiguredPlugin: Sendable {
    /// The type and the name.
    let registration: PluginRegistration

    /// How the host runs it.
    let supervision: SupervisionConfiguration

    /// Whether the configuration mentions it.
    let isListed: Bool

    /// Adds what the plugin is made of to a blueprint.
    let assemble: @Sendable (inout Blueprint) -> Void

    /// Checks what the blueprint can't express.
    let validate: @Sendable (PluginEnvironment) throws -> Void

    /// Whether the plugin runs.
    var isEnabled: Bool { isListed && supervision.enabled }
}
