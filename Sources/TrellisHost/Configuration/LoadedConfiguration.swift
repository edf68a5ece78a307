import Configuration
public import SystemPackage
import Trellis

/// A configuration that has been read and validated.
public struct LoadedConfiguration: Sendable {
    /// The configuration of the daemon itself.
    public let host: HostConfiguration

    /// The registered plugins with their configuration, in the order of registration.
    let plugins: [ConfiguredPlugin]

    /// The names of the enabled plugins, in the order of registration.
    public var enabledPlugins: [String] {
        plugins.filter(\.isEnabled).map(\.registration.name)
    }

    /// Reads and validates a configuration.
    ///
    /// - Parameters:
    ///   - path: The main file, or nil for none.
    ///   - variables: The environment variables.
    ///   - options: The arguments of `--set`.
    ///   - registrations: The plugins of the daemon.
    /// - Throws: ``ConfigurationError`` with every problem of every layer.
    public init(
        path: FilePath?, variables: [String: String] = [:], options: [String] = [],
        registrations: [PluginRegistration]
    ) throws(ConfigurationError) {
        let schema = Self.schema(of: registrations)
        var diagnostics: [ConfigurationDiagnostic] = []
        var layers = [
            ConfigurationLayer(options: options, schema: schema, diagnostics: &diagnostics),
            ConfigurationLayer(variables: variables, schema: schema, diagnostics: &diagnostics),
        ]
        if let path { layers += try ConfigurationFiles(at: path, diagnostics: &diagnostics).layers }
        try self.init(layers: layers, schema: schema, registrations: registrations, diagnostics: diagnostics)
    }

    private init(
        layers: [ConfigurationLayer], schema: ConfigurationSchema, registrations: [PluginRegistration],
        diagnostics: [ConfigurationDiagnostic]
    ) throws(ConfigurationError) {
        // The lowest layer first: the main file, then the drop-ins, the variables and the options.
        var diagnostics = diagnostics + layers.reversed().flatMap(schema.diagnostics(for:))
        let stack = ConfigurationStack(layers: layers)
        let settings = Settings(path: [], source: stack)
        host = HostConfiguration(from: settings)
        plugins = registrations.map { registration in
            let section = settings.section("plugins").section(registration.name)
            return registration.configure(section, isListed: stack.mentions(section.path))
        }
        // The schema has reported what the types reject, with its location. What remains was rejected by the
        // initializers of configurations.
        let reported = Set(diagnostics.map(\.path))
        for diagnostic in settings.diagnostics where !reported.contains(diagnostic.path) {
            diagnostics.append(
                ConfigurationDiagnostic(
                    location: stack.location(of: diagnostic.path), path: diagnostic.path, message: diagnostic.message))
        }
        if !diagnostics.isEmpty { throw ConfigurationError(diagnostics: diagnostics) }
    }

    /// The valid keys of a daemon with these plugins.
    static func schema(of registrations: [PluginRegistration]) -> ConfigurationSchema {
        ConfigurationSchema(
            declarations: declarations(of: registrations),
            sections: [["log"], ["control"], ["plugins"]] + registrations.map { ["plugins", $0.name] })
    }

    /// The keys that have a value, in the order of declaration.
    static func declarations(of registrations: [PluginRegistration]) -> [SettingDeclaration] {
        let settings = Settings(path: [], source: NoSettings())
        _ = HostConfiguration(from: settings)
        for registration in registrations {
            _ = registration.configure(settings.section("plugins").section(registration.name), isListed: false)
        }
        return settings.declarations
    }
}
