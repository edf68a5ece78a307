import Foundation
import HostConfiguration
public import HostInterface
import HostSupport
import Synchronization
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
        let checks: @Sendable () async -> Void = {
            await withDiscardingTaskGroup { group in
                for index in self.hostedPlugins.indices { group.addTask { await self.checkHealth(of: index) } }
            }
        }
        guard let limit else { return await checks() }
        await firstResult(of: checks, { try? await self.clock.sleep(limit) })
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

extension PluginHost {
    /// The number of running plugins, healthy or degraded, and the number of enabled plugins.
    var count: (running: Int, enabled: Int) {
        loop.read { ($0.census.running, $0.census.enabled) }
    }

    /// The plugins that delay a stop: those that are stuck or whose code runs; if there are none, those that have not
    /// stopped.
    var unstopped: [String] {
        let active = hostedPlugins.filter { $0.isStuck || $0.executor.isBusy }
        if !active.isEmpty { return active.map(\.name) }
        return statuses.filter { ![.disabled, .stopped, .failed].contains($0.status.state) }.map(\.hosted.name)
    }

    /// Whether a plugin waits for its next start after a failure.
    var hasDelayedStart: Bool {
        loop.read { supervision in
            supervision.census.exceptions.contains { supervision.status(of: $0).nextStart != nil }
        }
    }

    /// The status of the plugins, the problems of the audit log and of the last reload, the settings that require a restart, and
    /// the active failpoints, in one line.
    func summary(with audit: AuditLog) -> String {
        [summary, cluster?.problem, audit.problem, reloads.problem, pendingSettings, activeFailpoints].compactMap(
            \.self
        )
        .joined(separator: "; ")
    }

    /// The changed settings that take effect when the daemon restarts; nil when there are none.
    private var pendingSettings: String? {
        let keys = configuration.pending.map(\.key)
        return keys.isEmpty ? nil : "restart to apply \(keys.joined(separator: ", "))"
    }

    /// The failpoints that inject faults, with their terms; nil when there are none.
    private var activeFailpoints: String? {
        let active = failpoints.all.compactMap { point in point.status.terms.map { "\(point.name)=\($0)" } }
        return active.isEmpty ? nil : "injected faults: \(active.joined(separator: ", "))"
    }

    /// The status of the plugins in one line, for `systemctl status`: `2 of 3 plugins run; mailer failed`,
    /// `3 plugins run; items is degraded: item store: no space left on …`.
    var summary: String {
        let (running, enabled, statuses) = loop.read { supervision in
            let census = supervision.census
            return (
                census.running, census.enabled,
                census.exceptions.sorted().map { (hostedPlugins[$0].name, supervision.status(of: $0)) }
            )
        }
        guard enabled > 0 else { return "no plugin is enabled" }
        let failed = statuses.filter { $0.1.state == .failed }.map(\.0)
        let others = statuses.compactMap { name, status in condition(of: name, status) }
        let head =
            running == enabled
            ? "\(running) \(running == 1 ? "plugin runs" : "plugins run")" : "\(running) of \(enabled) plugins run"
        return ([head] + (failed.isEmpty ? [] : ["\(failed.joined(separator: ", ")) failed"]) + others)
            .joined(separator: "; ")
    }

    /// The condition of a plugin that is degraded, waiting, on standby, stopped or quarantined; nil in any other state.
    private func condition(of name: String, _ status: PluginStatus) -> String? {
        switch status.state {
        case .degraded: "\(name) is degraded" + (status.reason.map { ": \($0)" } ?? "")
        case .waiting where status.nextStart != nil:
            "\(name) failed, next start in \(status.delay(from: clock.now()).systemdText)"
        case .waiting: status.reason.map { "\(name) waits: \($0)" }
        case .standby: "\(name) stands by" + (status.reason.map { ": \($0)" } ?? "")
        case .stopped: "\(name) is stopped"
        case .quarantined: "\(name) is quarantined" + (status.reason.map { ": \($0)" } ?? "")
        default: nil
        }
    }
}

extension HostContract.PluginState {
    /// Whether a plugin in this state is running: healthy, degraded, or with a new generation that is being created.
    var isRunning: Bool { self == .running || self == .degraded || self == .reloading }
}

extension PluginHost {
    /// The problems of the daemon and of its plugins, the most severe first, with the results of the last health checks.
    func problems(with audit: AuditLog) -> [HostContract.Problem] {
        let all = daemonProblems(with: audit) + pluginProblems
        return HostContract.ProblemSeverity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// The problems of the cluster, of the audit log and of the last reload.
    private func daemonProblems(with audit: AuditLog) -> [HostContract.Problem] {
        [
            (cluster?.problem, "'trellisctl hosts' shows whether the cluster responds again."),
            (audit.problem, "'trellisctl log --level error' shows the remedy."),
            (reloads.problem, "Correct the configuration, and run 'trellisctl reload'."),
        ].compactMap { problem, remedy in
            problem.map { HostContract.Problem(severity: .warning, reason: $0, remedy: remedy) }
        }
    }

    private var pluginProblems: [HostContract.Problem] {
        let conditions = loop.read { supervision in
            supervision.census.exceptions.sorted().compactMap { plugin in
                let status = supervision.status(of: plugin)
                // The plugin itself, unless it waits for others.
                let cause = supervision.status(of: supervision.obstacles(of: plugin).last ?? plugin)
                return status.severity(becauseOf: cause).map { (plugin, status, severity: $0) }
            }
        }
        return conditions.map { plugin, status, severity in
            let name = hostedPlugins[plugin].name
            return HostContract.Problem(
                severity: severity, plugin: name, state: status.state, reason: status.reason,
                remedy: status.state.advice(plugin: name) ?? "'trellisctl plugin why \(name)' explains it.",
                override: configuration.overrides[name])
        }
    }
}

extension PluginStatus {
    /// The severity of the problem that a plugin with this status is; nil if it is none.
    ///
    /// A plugin that is starting, stopping or being reloaded, or that waits for such a plugin, is in a regular change. A plugin that
    /// stands by runs on another host, and those that need it do not run on this host.
    ///
    /// - Parameter cause: The status of the plugin at the end of the chain in which each plugin waits for the next one.
    /// - Returns: The severity.
    fileprivate func severity(becauseOf cause: PluginStatus) -> HostContract.ProblemSeverity? {
        switch state {
        case .failed, .quarantined: .critical
        case .degraded: .warning
        case .stopped: .notice
        case .waiting where cause.nextStart != nil || [.failed, .quarantined].contains(cause.state): .warning
        case .waiting where cause.state == .stopped: .notice
        case .disabled, .reloading, .running, .standby, .starting, .stopping, .waiting: nil
        }
    }
}
