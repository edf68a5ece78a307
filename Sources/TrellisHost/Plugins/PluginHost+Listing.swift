import Foundation
public import HostInterface
import Trellis

extension PluginHost {
    /// Describes every registered plugin, in the order of registration.
    ///
    /// The health checks of the running plugins are run first. A plugin is degraded when one of them reports a problem
    /// or takes longer than five seconds. A check that takes longer is cancelled and not awaited, and not run again
    /// before it ends.
    ///
    /// - Parameter limit: The time after which running checks are not awaited, so that a plugin has the status of its last check;
    ///   nil for no limit.
    /// - Returns: The plugins.
    public func plugins(within limit: Duration? = nil) async -> [HostContract.Plugin] {
        await checkHealth(within: limit)
        return hostedPlugins.indices.map(describe)
    }

    private func describe(_ index: Supervision.Index) -> HostContract.Plugin {
        let hosted = hostedPlugins[index]
        let manifest = hosted.plugin.registration.manifest
        let status = status(of: index)
        let usage = hosted.executor.usage
        return HostContract.Plugin(
            name: hosted.name, version: manifest.version, summary: manifest.summary, state: status.state,
            since: status.since.rfc3339WithMilliseconds, reason: status.reason,
            nextStart: status.nextStart?.rfc3339WithMilliseconds, status: text(of: hosted.name),
            setup: status.state == .disabled ? setup(of: configuration.plugins[index]) : nil,
            interfaces: hosted.contracts.all.map(\.name), override: configuration.overrides[hosted.name],
            processorTime: Int(usage.processorTime / 1000), jobs: usage.jobs + usage.callbacks,
            longestJob: Int(usage.longestJob / 1000), stalls: usage.stalls,
            placement: placement(of: index), holder: holder(of: index))
    }

    /// The interval between two rounds of health checks: 10 s.
    static let healthInterval = Duration.seconds(10)

    /// Runs the health checks of all running plugins every ``healthInterval``, until the task is cancelled.
    ///
    /// The status of a plugin is thus current even if no client lists the plugins.
    func watchHealth() async {
        while (try? await clock.sleep(Self.healthInterval)) != nil { await checkHealth() }
    }

    /// Runs the health checks of all running plugins at once.
    ///
    /// - Parameter limit: The time after which running checks are not awaited; nil for no limit.
    func checkHealth(within limit: Duration? = nil) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { checks in
                    for index in self.hostedPlugins.indices { checks.addTask { await self.checkHealth(of: index) } }
                }
            }
            if let limit { group.addTask { try? await self.clock.sleep(limit) } }
            await group.next()
            group.cancelAll()
        }
    }

    /// Runs the health checks of a plugin, and updates its status.
    ///
    /// The plugin is degraded from the first problem that a check reports until all checks report a healthy plugin. When the task is
    /// cancelled, the status remains.
    func checkHealth(of plugin: Supervision.Index) async {
        guard status(of: plugin).state.isRunning, let life = hostedPlugins[plugin].life else { return }
        let problem = await life.problem()
        if Task.isCancelled { return }
        // The daemon that stops does not wait for the result.
        try? await loop.send(.health(problem, of: life, plugin))
    }

    /// The steps that enable a disabled plugin.
    private func setup(of plugin: ConfiguredPlugin) -> String {
        let name = plugin.registration.name
        let listing =
            configuration.overrides.plugins[name] != nil
            ? "Run 'trellisctl plugin enable \(name)'."
            : plugin.isListed
                ? "Run 'trellisctl plugin enable \(name)', or remove 'enabled: false' from plugins.\(name) in the "
                    + "configuration and run 'trellisctl reload'."
                : "Run 'trellisctl plugin enable \(name)', or add '\(name):' under 'plugins:' in trellis.yaml and run "
                    + "'trellisctl reload'."
        return listing + (plugin.registration.manifest.setup.map { "\n\($0)" } ?? "")
    }
}
