import HostInterface
import Synchronization
import Trellis

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
