import HostInterface
package import HostSupport
import Systemd
public import Trellis

/// The registration of a plugin type with the daemon, under a name.
public struct PluginRegistration: Sendable {
    /// The name in the configuration, on the command line and in the file system; by default the manifest's name.
    public let name: String

    /// The manifest of the plugin.
    public let manifest: PluginManifest

    /// The settings of the plugin in a demo: keys of its section.
    package let demo: [String: String]

    /// The source location of the registration, for diagnostics.
    package let file: String
    package let line: Int
    /// The name of the type, for messages.
    package let typeName: String

    private let makeConfigured:
        @Sendable (Settings, PluginRegistration, SupervisionConfiguration, Bool) -> ConfiguredPlugin

    /// Registers a plugin type.
    ///
    /// The daemon does not start with a name that `PluginManifest.isValid(name:)` rejects, that is registered
    /// twice, or that is `audit`, `root` or `trellisd`.
    ///
    /// - Parameters:
    ///   - type: The type that conforms to `Plugin`.
    ///   - name: The name; nil for the name in the manifest.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public init<Type: Plugin>(
        _ type: Type.Type, name: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        (self.file, self.line) = (file, line)
        self.name = name ?? Type.manifest.name
        self.manifest = Type.manifest
        self.typeName = "\(Type.self)"
        self.demo = Type.demo
        self.makeConfigured = { settings, registration, supervision, isListed in
            let configuration = Type.Configuration(from: settings)
            return ConfiguredPlugin(
                registration: registration, supervision: supervision, isListed: isListed,
                configurationType: Type.Configuration.self,
                assemble: { blueprint in
                    blueprint.provide(value: configuration)
                    Type.assemble(&blueprint, configuration: configuration)
                },
                carryConfiguration: { $0.markIfRequired(Type.Configuration.self, .carried) },
                validate: { try Type.validate($0, configuration: configuration) })
        }
    }

    /// Reads the plugin's section of the configuration.
    ///
    /// - Parameters:
    ///   - settings: The section `plugins.NAME`.
    ///   - isListed: Whether the configuration contains the section.
    /// - Returns: The registration with its configuration.
    package func configure(_ settings: Settings, isListed: Bool) -> ConfiguredPlugin {
        makeConfigured(
            settings, self, SupervisionConfiguration(from: settings, isRequired: manifest.isRequired), isListed)
    }
}

extension [PluginRegistration] {
    /// Rejects invalid and duplicate names, which are programming errors.
    package func requireValidNames() throws(HostFailure) {
        var types: [String: String] = [:]
        for registration in self {
            let (name, type) = (registration.name, registration.typeName)
            guard PluginManifest.isValid(name: name) else {
                throw HostFailure(
                    .software,
                    "invalid name '\(name)' of the plugin \(type): expected 1 to 64 lower-case letters, digits and dashes, "
                        + "starting with a letter",
                    advice: "Correct the name in its manifest")
            }
            guard name != RootScope.section else {
                throw HostFailure(
                    .software, "the plugin \(type) has the name '\(name)', which is that of the root scope",
                    advice: "Register it under another name")
            }
            guard name != AuditTrail.folderName, name != AuditTrail.ownPlugin else {
                throw HostFailure(
                    .software, "the plugin \(type) has the name '\(name)', which the audit log uses",
                    advice: "Register it under another name")
            }
            if let other = types.updateValue(type, forKey: name) {
                throw HostFailure(
                    .software, "the plugins \(other) and \(type) have the same name '\(name)'",
                    advice: "Register one of them under another name")
            }
        }
    }
}

/// A registered plugin with its configuration.
package struct ConfiguredPlugin: Sendable {
    /// The registration of the plugin.
    package let registration: PluginRegistration

    /// The configuration of the plugin's supervision.
    package let supervision: SupervisionConfiguration

    /// Whether the configuration contains the plugin's section.
    package let isListed: Bool

    /// The type of the plugin's own configuration.
    package let configurationType: any PluginConfiguration.Type

    /// Adds the plugin's bindings to a blueprint.
    package let assemble: @Sendable (inout Blueprint) -> Void

    /// Moves the configuration to the plugin's own scope if a carried instance depends on it.
    package let carryConfiguration: @Sendable (inout Blueprint) -> Void

    /// Validates the configuration and the credentials of the plugin.
    package let validate: @Sendable (PluginEnvironment) throws -> Void

    /// Whether the plugin runs.
    package var isEnabled: Bool { isListed && supervision.enabled }
}

/// A plugin that a program was built without, although other programs with the same configuration file have it.
///
/// A configuration that enables such a plugin is rejected with the reason, and a demo names the plugins that it lacks.
public struct AbsentPlugin: Sendable {
    /// The name in the configuration.
    public let name: String

    /// The reason and the remedy, as a clause, such as `the plugin needs the client of etcd, which only trellisd has`.
    public let reason: String

    /// Describes a plugin that the program was built without.
    ///
    /// - Parameters:
    ///   - name: The name in the configuration.
    ///   - reason: The reason and the remedy, as a clause.
    public init(_ name: String, because reason: String) {
        (self.name, self.reason) = (name, reason)
    }
}
