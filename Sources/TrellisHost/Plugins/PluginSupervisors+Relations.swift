import Trellis

extension [PluginSupervisor] {
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

    /// The relations of the plugins to each other; those of a disabled plugin are empty.
    func relations(in plans: PluginPlans) -> [Supervision.Index: Supervision.Relations] {
        relations(in: plans, of: indices)
    }

    /// The relations of some of the plugins.
    func relations(
        in plans: PluginPlans, of plugins: some Collection<Supervision.Index>
    ) -> [Supervision.Index: Supervision.Relations] {
        if plugins.isEmpty { return [:] }
        let indices = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.name, $0) })
        return Dictionary(
            uniqueKeysWithValues: plugins.map { index in
                let entry = plans[self[index].name]
                return (
                    index,
                    Supervision.Relations(
                        predecessors: (entry?.predecessors ?? []).compactMap { indices[$0] }.sorted(),
                        requirements: Set((entry?.requirements ?? []).compactMap { indices[$0] }))
                )
            })
    }
}
