import HostInterface
import Systemd
import Trellis

extension PluginHost {
    /// The conflicts between the enabled plugins: their interfaces, and their extension points.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, which enables plugins.
    ///   - new: The declarations that replace the present ones. Default: none.
    /// - Returns: The conflicts.
    func conflicts(
        in configuration: LoadedConfiguration, replacing new: [Supervision.Index: PluginDeclaration] = [:]
    ) -> [HostFailure] {
        let declarations = supervisors.indices.map { new[$0] ?? supervisors[$0].declaration }
        return interfaceConflicts(of: declarations.map(\.contracts), in: configuration)
            + extensionConflicts(of: declarations.map(\.extensionPoints), in: configuration)
    }

    /// Rejects conflicts between the enabled plugins, as the daemon does when it starts.
    ///
    /// - Throws: ``HostFailure`` with every conflict.
    package func rejectConflicts() throws(HostFailure) {
        if let failure = HostFailure(joining: conflicts(in: configuration)) { throw failure }
    }

    /// The conflicts between interfaces, given in the order of registration: two enabled plugins, or a plugin and the
    /// daemon, serve the same one.
    private func interfaceConflicts(of contracts: [PluginContracts], in configuration: LoadedConfiguration)
        -> [HostFailure]
    {
        var owners: [String: [String]] = [:]
        for (contracts, plugin) in zip(contracts, configuration.plugins) where plugin.isEnabled {
            for contract in contracts.all { owners[contract.name, default: []].append(plugin.registration.name) }
        }
        let reserved = [ServiceContract.contract, HostContract.contract, SystemdServiceContract.contract].map(\.name)
        return owners.sorted { $0.key < $1.key }.compactMap { interface, plugins in
            if reserved.contains(interface) {
                return HostFailure(
                    .software, "the plugin \(plugins[0]) serves \(interface), which is an interface of the daemon")
            }
            guard plugins.count > 1 else { return nil }
            let names = Set(plugins).sorted()
            guard names.count > 1 else {
                return HostFailure(.software, "the plugin \(names[0]) serves the interface \(interface) twice")
            }
            return HostFailure(
                .configuration, "the plugins \(names.joined(separator: " and ")) serve the same interface \(interface)",
                advice: "Enable only one of them")
        }
    }

    /// The failures of the enabled plugins that reject their configuration or credentials.
    func validationFailures() -> [(isRequired: Bool, failure: HostFailure)] {
        supervisors.filter(\.plugin.isEnabled).compactMap { supervisor in
            do {
                try supervisor.plugin.validate(supervisor.environment)
                return nil
            } catch {
                let failure = HostFailure(starting: supervisor.name, error)
                return (supervisor.plugin.supervision.required, failure)
            }
        }
    }
}
