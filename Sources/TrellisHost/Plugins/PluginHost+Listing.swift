import Foundation
public import HostInterface
import Trellis

extension PluginHost {
    /// Every plugin that the daemon was built with, as the contract has it, in the order of registration.
    ///
    /// Plugins that run are asked how they are, one after the other: one whose health check finds something amiss, or
    /// does not answer within five seconds, is degraded: since it was first found so. A check that takes longer is
    /// cancelled; its end is not waited for, and it is not asked again before.
    public func plugins() async -> [HostContract.Plugin] {
        var found: [HostContract.Plugin] = []
        for supervisor in supervisors { found.append(await describe(supervisor)) }
        return found
    }

    private func describe(_ supervisor: PluginSupervisor) async -> HostContract.Plugin {
        let manifest = supervisor.plugin.registration.manifest
        var status = supervisor.status
        if status.state == .running {
            if let reason = await supervisor.complaint() {
                status = PluginStatus(state: .degraded, since: supervisor.noteAmiss(), reason: reason)
            } else {
                supervisor.noteWell()
            }
        }
        return HostContract.Plugin(
            name: supervisor.name, version: manifest.version, summary: manifest.summary, state: status.state,
            since: status.since.rfc3339WithMilliseconds, reason: status.reason, status: text(of: supervisor.name),
            setup: status.state == .disabled ? setup(of: supervisor.plugin) : nil,
            interfaces: supervisor.contracts.all.map(\.name))
    }

    /// What has to be done so that a disabled plugin runs.
    private func setup(of plugin: ConfiguredPlugin) -> String {
        let name = plugin.registration.name
        let listing =
            plugin.isListed
            ? "The configuration says 'enabled: false' in plugins.\(name). Take that out, and restart trellisd."
            : "List it in the configuration: '\(name):' under 'plugins:' in trellis.yaml. Then restart trellisd."
        return listing + (plugin.registration.manifest.setup.map { "\n\($0)" } ?? "")
    }
}

extension PluginSupervisor {
    /// What a health check complains about; nil when none does.
    fileprivate func complaint() async -> String? {
        await health.complaint(of: (try? scopes?.generation.contributions(to: (any HealthCheck).self)) ?? [])
    }
}
