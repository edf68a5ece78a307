import Glibc
import HostInterface
import HostSupport
import Trellis

extension ControlInterface {
    func startPlugin(plugin: String, dryRun: Bool?, context: CallContext) async throws -> HostContract.StartPluginReply
    {
        HostContract.StartPluginReply(
            plugins: try await host.control(.start, plugin, isDryRun: dryRun ?? false))
    }

    func stopPlugin(plugin: String, dryRun: Bool?, context: CallContext) async throws -> HostContract.StopPluginReply {
        HostContract.StopPluginReply(
            plugins: try await host.control(.stop, plugin, isDryRun: dryRun ?? false))
    }

    func restartPlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.RestartPluginReply {
        HostContract.RestartPluginReply(
            plugins: try await host.control(.restart, plugin, isDryRun: dryRun ?? false))
    }

    func enablePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.EnablePluginReply {
        HostContract.EnablePluginReply(plugins: try await set(plugin, to: true, dryRun, context))
    }

    func disablePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.DisablePluginReply {
        HostContract.DisablePluginReply(plugins: try await set(plugin, to: false, dryRun, context))
    }

    func revertPlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.RevertPluginReply {
        HostContract.RevertPluginReply(plugins: try await set(plugin, to: nil, dryRun, context))
    }

    private func set(
        _ plugin: String, to isEnabled: Bool?, _ isDryRun: Bool?, _ context: CallContext
    ) async throws -> [HostContract.PluginCondition] {
        let user = context.peer?.userID ?? geteuid()
        return try await host.setEnablement(
            of: plugin, to: isEnabled, by: AccountNames.userName(user) ?? "\(user)", isDryRun: isDryRun ?? false)
    }
}

/// The methods of `io.trellis.Host` that explain the states, the starts and the stops of plugins.
extension ControlInterface {
    func explainPlugin(plugin: String, context: CallContext) async throws -> HostContract.ExplainPluginReply {
        try host.explain(plugin)
    }

    func listStarts(
        replies: ReplyWriter<HostContract.ListStartsReply>, context: CallContext
    ) async throws -> HostContract.ListStartsReply {
        try await replies.send(
            contentsOf: host.starts(since: facts.started).map { HostContract.ListStartsReply(start: $0) },
            ifEmpty: HostContract.ListStartsReply())
    }

    func listStops(
        replies: ReplyWriter<HostContract.ListStopsReply>, context: CallContext
    ) async throws -> HostContract.ListStopsReply {
        try await replies.send(
            contentsOf: host.stops(since: facts.started).map { HostContract.ListStopsReply(stop: $0) },
            ifEmpty: HostContract.ListStopsReply())
    }
}

/// The methods of `io.trellis.Host` that list and run jobs.
extension ControlInterface {
    func listJobs(
        replies: ReplyWriter<HostContract.ListJobsReply>, context: CallContext
    ) async throws -> HostContract.ListJobsReply {
        try await replies.send(
            contentsOf: host.jobs.map { HostContract.ListJobsReply(job: $0) }, ifEmpty: HostContract.ListJobsReply())
    }

    func runJob(plugin: String, job: String, context: CallContext) async throws -> HostContract.RunJobReply {
        HostContract.RunJobReply(run: try await host.runJob(job, of: plugin))
    }
}

/// The method of `io.trellis.Host` that lists calls.
extension ControlInterface {
    func listCalls(
        replies: ReplyWriter<HostContract.ListCallsReply>, context: CallContext
    ) async throws -> HostContract.ListCallsReply {
        let calls = host.runningCalls.map { HostContract.CallInProgress($0) }
        return try await replies.send(
            contentsOf: calls.map { HostContract.ListCallsReply(call: $0) }, ifEmpty: HostContract.ListCallsReply())
    }
}

extension HostContract.CallInProgress {
    /// Converts a call to the form of the contract.
    fileprivate init(_ running: RunningCall) {
        let context = running.call.context
        let user = context.peer?.userID
        self.init(
            plugin: running.plugin, method: running.call.qualifiedMethod,
            microseconds: Int(running.age / .microseconds(1)), stream: running.isStream,
            uid: Int(user ?? .max), user: user.flatMap(AccountNames.userName), pid: Int(context.peer?.processID ?? 0),
            via: context.origin, connection: "\(context.connection)")
    }
}
