import Trellis

extension [HostedPlugin] {
    /// The blueprints of the plugins that a configuration enables, and the declarations of the others.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - new: The declarations that replace the present ones. Default: none.
    /// - Returns: The blueprints.
    func blueprints(
        in configuration: LoadedConfiguration, replacing new: [Supervision.Index: PluginDeclaration] = [:]
    ) -> PluginPlans.Blueprints {
        var blueprints: PluginPlans.Blueprints = ([], [])
        for (index, plugin) in configuration.plugins.enumerated() {
            let declaration = new[index] ?? self[index].declaration
            if plugin.isEnabled {
                blueprints.enabled.append(declaration.blueprint)
            } else {
                blueprints.disabled.append(declaration)
            }
        }
        return blueprints
    }

    /// The plugins that each plugin requires; none for a disabled one.
    func requirements(in plans: PluginPlans) -> [Supervision.Index: [Supervision.Index]] {
        requirements(in: plans, of: indices)
    }

    /// The plugins that each of some plugins requires.
    func requirements(
        in plans: PluginPlans, of plugins: some Collection<Supervision.Index>
    ) -> [Supervision.Index: [Supervision.Index]] {
        if plugins.isEmpty { return [:] }
        let indices = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.name, $0) })
        return Dictionary(
            uniqueKeysWithValues: plugins.map { index in
                (index, (plans[self[index].name]?.requirements ?? []).compactMap { indices[$0] }.sorted())
            })
    }
}
