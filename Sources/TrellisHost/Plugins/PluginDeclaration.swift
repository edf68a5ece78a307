import Trellis

/// A plugin with its configuration, and the blueprint that results from the configuration.
struct PluginDeclaration: Sendable {
    /// The plugin with its configuration.
    var plugin: ConfiguredPlugin

    /// The blueprint of the plugin.
    let blueprint: Blueprint

    /// The contracts of the plugin's interfaces.
    let contracts: PluginContracts

    /// The extension points that the plugin declares, and those that it extends.
    let extensionPoints: PluginExtensionPoints

    /// Assembles the blueprint of a plugin.
    ///
    /// - Parameters:
    ///   - plugin: The plugin with its configuration.
    ///   - environment: The environment of the plugin.
    ///   - adjust: Changes the blueprint before its validation, for tests.
    init(_ plugin: ConfiguredPlugin, environment: PluginEnvironment, adjusting adjust: (inout Blueprint) -> Void) {
        self.plugin = plugin
        blueprint = plugin.blueprint(environment: environment, adjust: adjust)
        contracts = plugin.contracts(of: blueprint)
        extensionPoints = PluginExtensionPoints(of: blueprint)
    }
}
