public import Logging
public import SystemPackage
package import Trellis

/// A configuration that has been read and validated.
///
/// The configuration of a running daemon differs from the one that it has read: settings that require a restart have the values
/// that are in use, and `pending` has the others.
public struct LoadedConfiguration: Sendable {
    /// The configuration of the daemon itself.
    public private(set) var host: HostConfiguration

    /// The registered plugins with their configuration, in the order of registration.
    package let plugins: [ConfiguredPlugin]

    /// The settings of the daemon and of every registered plugin, in the order of declaration.
    package private(set) var settings: [ConfiguredSetting]

    /// The settings of the daemon with other values, which take effect when the daemon restarts, in the order of declaration.
    package private(set) var pending: [ConfiguredSetting] = []

    /// The root scope, whose settings take effect when the daemon restarts.
    package let root: RootScope

    /// Declares the instances of the root scope.
    package private(set) var declareRoot: @Sendable (inout Blueprint) -> Void

    /// The names of the environment variables that set a secret.
    package let secretVariables: Set<String>

    /// The configuration files; nil when there are none.
    package let files: ConfigurationFiles?

    /// The names of the enabled plugins, in the order of registration.
    public var enabledPlugins: [String] {
        plugins.filter(\.isEnabled).map(\.registration.name)
    }

    /// The plugins that operators have enabled or disabled.
    package let overrides: OperatorOverrides

    /// The layers, the highest first, without the overrides.
    private let layers: [ConfigurationLayer]

    /// Reads and validates a configuration.
    ///
    /// - Parameters:
    ///   - path: The main file, or nil for none.
    ///   - variables: The environment variables of the process. Default: none.
    ///   - options: The arguments of `--set`.
    ///   - logLevel: The argument of `--log-level`, if any.
    ///   - socket: The argument of `--socket`, if any.
    ///   - isDemo: Whether every plugin runs on its sample data (`--demo`). Default: false.
    ///   - root: The root scope. Default: one without settings.
    ///   - registrations: The plugins of the daemon.
    /// - Throws: ``ConfigurationError`` with every problem of every layer.
    public init(
        path: FilePath?, variables: [String: String] = [:], options: [String] = [],
        logLevel: Logger.Level? = nil, socket: String? = nil, isDemo: Bool = false, root: RootScope = RootScope(),
        registrations: [PluginRegistration]
    ) throws(ConfigurationError) {
        try self.init(
            path: path, variables: variables, options: options, logLevel: logLevel, socket: socket, isDemo: isDemo,
            overrides: OperatorOverrides(), root: root, registrations: registrations)
    }

    /// Reads and validates a configuration, with the overrides of operators.
    package init(
        path: FilePath?, variables: [String: String], options: [String], logLevel: Logger.Level?, socket: String?,
        isDemo: Bool = false, overrides: OperatorOverrides, root: RootScope = RootScope(),
        registrations: [PluginRegistration]
    ) throws(ConfigurationError) {
        let schema = ConfigurationSchema(of: registrations, root: root)
        var diagnostics: [ConfigurationDiagnostic] = []
        var options = ConfigurationLayer(options: options, schema: schema, diagnostics: &diagnostics)
        if let logLevel { options.set(["log", "level"], to: logLevel.rawValue, by: "--log-level") }
        if let socket { options.set(["control", "socket"], to: socket, by: "--socket") }
        let demo = isDemo ? [ConfigurationLayer(demoOf: registrations, schema: schema)] : []
        let variables = ConfigurationLayer(variables: variables, schema: schema, diagnostics: &diagnostics)
        let files = try path.map { path throws(ConfigurationError) in
            try ConfigurationFiles(at: path, diagnostics: &diagnostics)
        }
        try self.init(
            layers: demo + [options, variables] + (files?.layers ?? []), overrides: overrides, files: files,
            secretVariables: variables.variables { schema.settings[$0]?.type == .secret }, root: root,
            registrations: registrations, schema: schema, diagnostics: diagnostics)
    }

    /// Returns the configuration that a daemon with this one uses after a reload.
    ///
    /// - Parameter new: The configuration that the daemon has read.
    /// - Returns: The new configuration, in which settings that require a restart are those of this one.
    package func reloaded(as new: LoadedConfiguration) -> LoadedConfiguration {
        var used = new
        used.host = host.reloaded(as: new.host)
        used.declareRoot = declareRoot
        used.pending = []
        let own = Dictionary(uniqueKeysWithValues: settings.map { ($0.key, $0) })
        for (index, setting) in new.settings.enumerated() where HostConfiguration.requiresRestart(setting.key) {
            guard let own = own[setting.key], !own.hasValue(of: setting) else { continue }
            used.settings[index] = own
            used.pending.append(setting)
        }
        return used
    }

    /// Returns this configuration with its overrides replaced.
    ///
    /// The files are not read again.
    ///
    /// - Parameter overrides: The new overrides.
    /// - Returns: The configuration.
    /// - Throws: ``ConfigurationError`` when the configuration is invalid with these overrides.
    package func with(_ overrides: OperatorOverrides) throws(ConfigurationError) -> LoadedConfiguration {
        let registrations = plugins.map(\.registration)
        return reloaded(
            as: try LoadedConfiguration(
                layers: layers, overrides: overrides, files: files, secretVariables: secretVariables,
                root: root, registrations: registrations,
                schema: ConfigurationSchema(of: registrations, root: root), diagnostics: []))
    }

    /// The reason why a plugin is enabled or disabled: an operator, or the configuration.
    package func enablementReason(of plugin: ConfiguredPlugin) -> String {
        guard overrides.plugins[plugin.registration.name] == nil else {
            return plugin.isEnabled ? "an operator enabled it" : "an operator disabled it"
        }
        return plugin.isEnabled ? "the configuration enables it" : "the configuration does not enable it"
    }

    /// Validates the layers of a configuration.
    private init(
        layers base: [ConfigurationLayer], overrides: OperatorOverrides, files: ConfigurationFiles?,
        secretVariables: Set<String>, root: RootScope, registrations: [PluginRegistration], schema: ConfigurationSchema,
        diagnostics: [ConfigurationDiagnostic]
    ) throws(ConfigurationError) {
        (self.layers, self.overrides, self.files, self.secretVariables) = (base, overrides, files, secretVariables)
        self.root = root
        var diagnostics = diagnostics
        let layers = [overrides.layer(for: registrations.map(\.name))] + base
        // Problems are reported from the lowest layer to the highest: the files, the variables, the options, the overrides.
        diagnostics += layers.reversed().flatMap(schema.diagnostics(for:))
        let stack = ConfigurationStack(layers: layers)
        let settings = Settings(path: [], source: stack)
        host = HostConfiguration(from: settings)
        declareRoot = root.declaration(from: settings)
        plugins = registrations.map { registration in
            let section = settings.section("plugins").section(registration.name)
            return registration.configure(section, isListed: stack.mentions(section.path))
        }
        for plugin in plugins where plugin.supervision.placement == .single && host.cluster.etcd == nil {
            settings.section("plugins").section(plugin.registration.name).reject(
                "placement", "single requires the other hosts: set cluster.etcd.endpoints, or remove placement")
        }
        Self.rejectSharedClaims(in: settings, of: plugins.filter(\.isEnabled).map(\.registration.name))
        self.settings = ConfiguredSetting.settings(of: schema, in: stack, plugins: registrations.map(\.name))
        // The schema has reported values of the wrong type, with their locations. The remaining diagnostics are from
        // the initializers of configurations.
        let reported = Set(diagnostics.map(\.path))
        for diagnostic in settings.diagnostics where !reported.contains(diagnostic.path) {
            let value = stack.value(of: diagnostic.path)
            // The index is that of a plugin.
            let element = diagnostic.element.flatMap { index in
                value.flatMap { $0.elements.indices.contains(index) ? $0.elements[index] : nil }
            }
            diagnostics.append(
                ConfigurationDiagnostic(
                    location: element ?? value?.location, path: diagnostic.path, message: diagnostic.message))
        }
        if !diagnostics.isEmpty { throw ConfigurationError(diagnostics: diagnostics) }
    }
    /// Rejects an address or another thing that the daemon and enabled plugins, or two plugins, would use at the same time.
    private static func rejectSharedClaims(in settings: Settings, of enabled: [String]) {
        var owners: [String: String] = [:]
        for claim in settings.claims {
            if claim.path.first == "plugins", claim.path.count > 1, !enabled.contains(claim.path[1]) { continue }
            let key = claim.path.joined(separator: ".")
            if let owner = owners[claim.resource] {
                let section = claim.path.dropLast().reduce(settings) { $0.section($1) }
                section.reject(claim.path.last ?? "", "\(owner) has \(claim.resource), too; change one of them")
            } else {
                owners[claim.resource] = key
            }
        }
    }
}

/// The access of a host to the configuration of its daemon, for reloads.
package struct ConfigurationSource: Sendable {
    /// Reads and validates the configuration again, with the overrides of operators.
    package var read: @Sendable (OperatorOverrides) throws -> LoadedConfiguration

    /// Puts the settings of the daemon into effect; those that require a restart have not changed.
    package var apply: @Sendable (HostConfiguration) -> Void = { _ in }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - read: Reads and validates the configuration again, with the overrides of operators.
    ///   - apply: Puts the settings of the daemon into effect; those that require a restart have not changed.
    package init(
        read: @escaping @Sendable (OperatorOverrides) throws -> LoadedConfiguration,
        apply: @escaping @Sendable (HostConfiguration) -> Void = { _ in }
    ) {
        self.read = read
        self.apply = apply
    }
}

extension ConfigurationSource {
    /// Creates a source that always returns the same configuration.
    package init(_ configuration: LoadedConfiguration) {
        self.init(read: { try configuration.with($0) })
    }
}
