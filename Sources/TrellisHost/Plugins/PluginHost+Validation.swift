import HostInterface
import Systemd
import Trellis

extension PluginHost {
    /// The conflicts between the enabled plugins: their interfaces, and their extension points.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, which enables plugins.
    ///   - new: The declarations that replace the present ones. Default: none.
    ///   - findsUnknownPoints: Whether to search for contributions to points that no plugin declares. The search may
    ///     assemble the blueprints of disabled plugins. Default: true.
    /// - Returns: The conflicts.
    func conflicts(
        in configuration: LoadedConfiguration, replacing new: [Supervision.Index: PluginDeclaration] = [:],
        findingUnknownPoints findsUnknownPoints: Bool = true
    ) -> [HostFailure] {
        var (enabled, disabled): ([PluginDeclaration], [PluginDeclaration]) = ([], [])
        for index in hostedPlugins.indices {
            let declaration = new[index] ?? hostedPlugins[index].declaration
            if configuration.plugins[index].isEnabled {
                enabled.append(declaration)
            } else {
                disabled.append(declaration)
            }
        }
        return interfaceConflicts(of: enabled) + extensionConflicts(of: enabled)
            + (findsUnknownPoints ? unknownPoints(extendedBy: enabled, besides: disabled) : [])
    }

    /// Rejects conflicts between the enabled plugins, as the daemon does.
    ///
    /// - Parameter findsUnknownPoints: Whether to reject contributions to points that no plugin declares. Default: true.
    /// - Throws: ``HostFailure`` with every conflict.
    package func rejectConflicts(findingUnknownPoints findsUnknownPoints: Bool = true) throws(HostFailure) {
        let conflicts = conflicts(in: configuration, findingUnknownPoints: findsUnknownPoints)
        if let failure = HostFailure(joining: conflicts) { throw failure }
    }

    /// The conflicts between interfaces: two enabled plugins, or a plugin and the daemon, serve the same one.
    private func interfaceConflicts(of enabled: [PluginDeclaration]) -> [HostFailure] {
        struct Owner {
            let plugin: String
            let location: BindingLocation
        }
        var owners: [String: [Owner]] = [:]
        for declaration in enabled {
            for served in declaration.blueprint.servedInterfaces {
                let owner = Owner(plugin: declaration.name, location: served.location)
                owners[served.name, default: []].append(owner)
            }
        }
        let reserved = [ServiceContract.contract, HostContract.contract, SystemdServiceContract.contract].map(\.name)
        return owners.sorted { $0.key < $1.key }.compactMap { interface, owners in
            if reserved.contains(interface) {
                return HostFailure(
                    .software,
                    "\(owners[0].location): the plugin \(owners[0].plugin) serves \(interface), which is an interface of "
                        + "the daemon",
                    advice: "Give the interface another name in its contract")
            }
            guard owners.count > 1 else { return nil }
            guard Set(owners.map(\.plugin)).count > 1 else {
                return HostFailure(
                    .software,
                    "\(owners[1].location): the plugin \(owners[0].plugin) serves the interface \(interface) twice, first "
                        + "at \(owners[0].location)",
                    advice: "Remove one of the two lines")
            }
            let list = owners.map { "\($0.plugin) (\($0.location))" }.joined(separator: " and ")
            return HostFailure(
                .configuration, "the plugins \(list) serve the same interface \(interface)",
                advice: "Enable only one of them, or rename the interface in the contract of one of them")
        }
    }

    /// The failures of the enabled plugins that reject their configuration or credentials.
    package func validationFailures() -> [(isRequired: Bool, failure: HostFailure)] {
        hostedPlugins.filter(\.plugin.isEnabled).compactMap { hosted in
            do {
                try hosted.plugin.validate(hosted.environment)
                return nil
            } catch {
                let failure = HostFailure(starting: hosted.name, error)
                return (hosted.plugin.supervision.required, failure)
            }
        }
    }
}
