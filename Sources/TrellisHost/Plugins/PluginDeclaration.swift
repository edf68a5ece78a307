import Trellis

/// A plugin with its configuration, and the blueprint that results from the configuration.
///
/// The blueprint is assembled at its first use. A start thus does not assemble the blueprints of disabled plugins, unless
/// an error message requires them.
struct PluginDeclaration: Sendable {
    /// The result of assembling the blueprint.
    private struct Assembly: Sendable {
        let blueprint: Blueprint
        let contracts: PluginContracts
        let extensionPoints: PluginExtensionPoints
    }

    /// The plugin with its configuration.
    var plugin: ConfiguredPlugin

    private let assembly: Deferred<Assembly>

    /// The name of the plugin.
    var name: String { plugin.registration.name }

    /// Creates a declaration.
    ///
    /// - Parameters:
    ///   - plugin: The plugin with its configuration.
    ///   - environment: The environment of the plugin.
    ///   - adjust: Changes the blueprint before its validation, for tests.
    init(
        _ plugin: ConfiguredPlugin, environment: PluginEnvironment,
        adjusting adjust: @escaping @Sendable (inout Blueprint) -> Void
    ) {
        self.plugin = plugin
        assembly = Deferred {
            let blueprint = plugin.blueprint(environment: environment, adjust: adjust)
            return Assembly(
                blueprint: blueprint, contracts: plugin.contracts(of: blueprint),
                extensionPoints: PluginExtensionPoints(of: blueprint))
        }
    }

    /// The blueprint of the plugin.
    var blueprint: Blueprint { assembly.value.blueprint }

    /// The contracts of the plugin's interfaces.
    var contracts: PluginContracts { assembly.value.contracts }

    /// The extension points that the plugin declares, and those that it extends.
    var extensionPoints: PluginExtensionPoints { assembly.value.extensionPoints }
}
