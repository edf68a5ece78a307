import Foundation
public import HostInterface
import Trellis

extension PluginHost {
    /// Describes every registered plugin, in the order of registration.
    ///
    /// The health checks of the running plugins are run first. A plugin is degraded when one of them reports a problem
    /// or takes longer than five seconds. A check that takes longer is cancelled and not awaited, and not run again
    /// before it ends.
    public func plugins() async -> [HostContract.Plugin] {
        var found: [HostContract.Plugin] = []
        for supervisor in supervisors { found.append(await describe(supervisor)) }
        return found
    }

    private func describe(_ supervisor: PluginSupervisor) async -> HostContract.Plugin {
        let manifest = supervisor.plugin.registration.manifest
        await supervisor.checkHealth()
        let status = supervisor.status
        return HostContract.Plugin(
            name: supervisor.name, version: manifest.version, summary: manifest.summary, state: status.state,
            since: status.since.rfc3339WithMilliseconds, reason: status.reason, status: text(of: supervisor.name),
            setup: status.state == .disabled ? setup(of: supervisor.plugin) : nil,
            interfaces: supervisor.contracts.all.map(\.name))
    }

    /// The interval between two rounds of health checks: 10 s.
    static let healthInterval = Duration.seconds(10)

    /// Runs the health checks of all running plugins every ``healthInterval``, until the task is cancelled.
    ///
    /// The status of a plugin is thus current even if no client lists the plugins.
    func watchHealth() async {
        while (try? await clock.sleep(Self.healthInterval)) != nil {
            await withTaskGroup(of: Void.self) { group in
                for supervisor in supervisors { group.addTask { await supervisor.checkHealth() } }
            }
        }
    }

    /// The steps that enable a disabled plugin.
    private func setup(of plugin: ConfiguredPlugin) -> String {
        let name = plugin.registration.name
        let listing =
            plugin.isListed
            ? "Remove 'enabled: false' from plugins.\(name) in the configuration, and restart trellisd."
            : "Add '\(name):' under 'plugins:' in trellis.yaml, and restart trellisd."
        return listing + (plugin.registration.manifest.setup.map { "\n\($0)" } ?? "")
    }
}
