import Foundation
public import HostInterface
import Trellis

extension PluginHost {
    /// Every plugin that the daemon was built with, as the contract has it, in the order of registration.
    ///
    /// The health checks of the plugins that run are asked first. A plugin is degraded when one of them complains or does not
    /// answer within five seconds. A check that takes longer is cancelled and not awaited; it is not asked again before it ends.
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

    /// Asks the health checks of every plugin that runs, each ``healthInterval``, until the task is cancelled.
    ///
    /// So the status of a plugin follows its health also when nobody lists the plugins.
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
            ? "The configuration says 'enabled: false' in plugins.\(name). Take that out, and restart trellisd."
            : "List it in the configuration: '\(name):' under 'plugins:' in trellis.yaml. Then restart trellisd."
        return listing + (plugin.registration.manifest.setup.map { "\n\($0)" } ?? "")
    }
}
