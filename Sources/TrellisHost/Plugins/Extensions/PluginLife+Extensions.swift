import Trellis

extension PluginLife {
    /// Adds the extension points and the contributions of the plugin, which runs.
    ///
    /// The lists are not stored here: they would be reported as leaks when the scopes close.
    func publishExtensions(of scopes: PluginScopes) async {
        access.open(scopes.generations)
        context.extensions.attach(await scopes.own.extensionLists(), of: name)
        publishContributions(of: scopes.generations.value)
    }

    /// Replaces the contributions of the plugin by those of a generation.
    func publishContributions(of generation: PluginGeneration) {
        var contributions: ExtensionRegistry.Contributions = [:]
        for (type, _) in generation.scope.plan.blueprint.extendedPoints {
            let index = contributions[type.point]?.count ?? 0
            contributions[type.point, default: []].append(self.extension(type, at: index))
        }
        context.extensions.publish(contributions, of: name)
    }

    /// Removes the extension points and the contributions of the plugin, which is about to stop.
    ///
    /// Uses in progress are calls of their generation, and end with them.
    func withdrawExtensions() {
        context.extensions.publish([:], of: name)
        access.close()
        context.extensions.detachLists(of: name)
    }

    /// A contribution of the plugin to the point of a type.
    private func `extension`<Contribution: ExtensionContributing>(
        _ type: Contribution.Type, at index: Int
    ) -> any Sendable {
        Extension(plugin: name, runner: PluginExtension<Contribution>(access: access, index: index))
    }
}

extension Scope {
    /// The lists of the extension points that the scope's blueprint declares.
    ///
    /// The lists exist since the scope was opened; a list of a scope that has closed is missing.
    func extensionLists() async -> [any ExtensionListing] {
        var lists: [any ExtensionListing] = []
        for (type, _) in plan.blueprint.declaredPoints {
            if let list = try? await type.list(in: self) { lists.append(list) }
        }
        return lists
    }
}
