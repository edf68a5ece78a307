import Trellis

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
