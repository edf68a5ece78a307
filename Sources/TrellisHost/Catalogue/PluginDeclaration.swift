import HostConfiguration
import HostSupport
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

extension PluginDeclaration {
    /// The reason why the plugin cannot get a new generation beside its carried instances, and restarts instead.
    ///
    /// - Parameters:
    ///   - old: The previous declaration.
    ///   - own: The blueprint of the plugin's own scope in use.
    /// - Returns: The reason; nil if the carried instances can remain.
    func reconfigurationObstacle(from old: PluginDeclaration, carrying own: Blueprint) -> String? {
        if plugin.supervision.placement != old.plugin.supervision.placement { return "its placement changes" }
        if contracts != old.contracts { return "its interfaces change" }
        if Set(blueprint.allExports) != Set(old.blueprint.allExports) { return "its exports change" }
        let (current, new) = (own.carriedBindings, blueprint.carriedBindings)
        for (index, binding) in new.enumerated() {
            guard index < current.count, current[index].isEquivalent(to: binding) else {
                return Self.reason(for: binding, among: new, in: plugin)
            }
        }
        if let removed = current.dropFirst(new.count).first {
            return "its carried instance \(removed.implementation) is removed"
        }
        if !new.isEmpty, own.closingTimeLimit != blueprint.closingTimeLimit {
            return "timeoutStop, which limits the closing of its carried instances, has changed"
        }
        return nil
    }

    private static func reason(for binding: Binding, among carried: [Binding], in plugin: ConfiguredPlugin) -> String {
        let value =
            binding.implementation == plugin.configurationType
            ? "the changed configuration" : "the changed value \(binding.key)"
        let dependent = carried.first { $0.requirements.contains { $0.key == binding.key } }
        return dependent.map { "its carried instance \($0.implementation) depends on \(value)" }
            ?? "its carried instance \(binding.implementation) has changed"
    }
}

extension Blueprint {
    /// The bindings of the plugin's own scope, without the services of the host, which do not change.
    fileprivate var carriedBindings: [Binding] {
        bindings.filter { $0.key != BindingKey(PluginEnvironment.self) }
    }

    /// The keys that the plugin exports.
    fileprivate var allExports: [BindingKey] { exports.map(\.key) }
}
