import Configuration
public import SystemPackage
import Trellis

/// A configuration that was read and found in order.
public struct LoadedConfiguration: Sendable {
    /// The daemon's own part.
    public let host: HostConfiguration

    /// Each plugin that the daemon was built with, as it is configured, in the order in which they are registered.
    let plugins: [ConfiguredPlugin]

    /// The names of the plugins that run, in the order in which they are registered.
    public var enabledPlugins: [String] {
        plugins.filter(\.isEnabled).map(\.registration.name)
    }

    /// Reads a configuration and checks all of it.
    ///
    /// - Parameters:
    ///   - path: The main file, or nil for none: then the layers above it are all there is.
    ///   - variables: The environment variables.
    ///   - options: The texts of `--set`.
    ///   - registrations: The plugins that the daemon was built with.
    /// - Throws: ``ConfigurationError`` with everything that is wrong, wherever it stands.
    public init(
        path: FilePath?, variables: [String: String] = [:], options: [String] = [],
        registrations: [PluginRegistration]
    ) throws(ConfigurationError) {
        let schema = Self.schema(of: registrations)
        var faults: [ConfigurationFault] = []
        var layers = [
            ConfigurationLayer(options: options, schema: schema, faults: &faults),
            ConfigurationLayer(variables: variables, schema: schema, faults: &faults),
        ]
        if let path { layers += try ConfigurationFiles(at: path, faults: &faults).layers }
        try self.init(layers: layers, schema: schema, registrations: registrations, faults: faults)
    }

    private init(
        layers: [ConfigurationLayer], schema: ConfigurationSchema, registrations: [PluginRegistration],
        faults: [ConfigurationFault]
    ) throws(ConfigurationError) {
        // The lowest layer first: the main file's faults before the drop-ins', and those before the options'.
        var faults = faults + layers.reversed().flatMap(schema.faults(in:))
        let stack = ConfigurationStack(layers: layers)
        let settings = Settings(path: [], source: stack)
        host = HostConfiguration(from: settings)
        plugins = registrations.map { registration in
            let section = settings.section("plugins").section(registration.name)
            return registration.configure(section, isListed: stack.mentions(section.path))
        }
        // What the types refuse was found above, with its place; what is left is what configurations say of themselves.
        let known = Set(faults.map(\.path))
        for fault in settings.faults where !known.contains(fault.path) {
            faults.append(
                ConfigurationFault(place: stack.place(of: fault.path), path: fault.path, sentence: fault.sentence))
        }
        if !faults.isEmpty { throw ConfigurationError(faults: faults) }
    }

    /// Every key that a configuration of a daemon with these plugins may have.
    static func schema(of registrations: [PluginRegistration]) -> ConfigurationSchema {
        ConfigurationSchema(
            declarations: declarations(of: registrations),
            sections: [["log"], ["control"], ["plugins"]] + registrations.map { ["plugins", $0.name] })
    }

    /// The keys that take a value, in the order in which they are declared.
    static func declarations(of registrations: [PluginRegistration]) -> [SettingDeclaration] {
        let settings = Settings(path: [], source: NoSettings())
        _ = HostConfiguration(from: settings)
        for registration in registrations {
            _ = registration.configure(settings.section("plugins").section(registration.name), isListed: false)
        }
        return settings.declarations
    }
}
