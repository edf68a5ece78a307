import HostInterface
import Synchronization
import SystemPackage
import Trellis
import TrellisHost
import TrellisTesting

/// A daemon with the sample plugin in the process of the test, on a socket in a separate folder.
struct SampleDaemon: Sendable {
    /// The state of the sample plugin.
    let state: SampleState

    /// A folder for the test.
    let folder: FilePath

    /// The path of the socket.
    var socket: String { folder.appending("s").string }

    /// The environment variables of a program that connects to the daemon.
    var variables: [String: String] {
        [
            "TRELLIS_SOCKET": socket, "XDG_STATE_HOME": folder.appending("xdg").string, "PATH": "/usr/bin:/bin",
            "TZ": "UTC", "TRELLIS_COMPLETION_TIMEOUT": "60", "TERM": "xterm", "NO_COLOR": "1",
            // Swift's backtrace on a crash would wait for input at a terminal.
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    /// Runs a body while the daemon runs.
    ///
    /// A test may run the daemon again, on the same socket and with the same state.
    func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await SampleState.$current.withValue(state) {
            let configuration = try LoadedConfiguration(
                path: nil, options: ["plugins.sample.enabled=true", "plugins.status.enabled=true"],
                registrations: [
                    PluginRegistration(SamplePlugin.self), PluginRegistration(IdlePlugin.self),
                    PluginRegistration(StatusPlugin.self),
                ])
            let environment = HostEnvironment.test(in: folder)
            let router = VarlinkRouter.host(logger: environment.logger("test"))
            let host = try PluginHost(configuration: configuration, environment: environment, router: router)
            try router.register(SampleHost(host: host, state: state))
            state.serve(by: router)
            return try await host.run {
                let server = VarlinkServer(router: router)
                try server.listen(on: .path(socket))
                return try await serve(by: server, body)
            }
        }
    }

    private func serve<Result: Sendable>(
        by server: VarlinkServer, _ body: () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let outcome: Swift.Result<Result, any Error>
            do {
                outcome = .success(try await body())
            } catch {
                outcome = .failure(error)
            }
            await server.shutdown(gracePeriod: .seconds(5))
            try await group.waitForAll()
            return try outcome.get()
        }
    }
}

/// Runs a body while a daemon runs.
func withSampleDaemon<Result: Sendable>(_ body: (SampleDaemon) async throws -> Result) async throws -> Result {
    try await withSleepingDaemon { daemon in try await daemon.run { try await body(daemon) } }
}

/// Creates a daemon that the body can run several times.
func withSleepingDaemon<Result>(_ body: (SampleDaemon) async throws -> Result) async throws -> Result {
    try await withTemporaryFolder { try await body(SampleDaemon(state: SampleState(), folder: $0)) }
}

/// The implementation of `io.trellis.Host`.
struct SampleHost: HostService {
    let host: PluginHost
    let state: SampleState

    /// The number of times that the metrics were read.
    let readings = Count()

    /// A number that increases with each use.
    final class Count: Sendable {
        private let number = Mutex(0)

        func next() -> Int {
            number.withLock { number in
                number += 1
                return number
            }
        }
    }

    /// The time of the last change of each state.
    let time = "2026-11-21T08:05:12.500Z"

    func describe(context: CallContext) async throws -> HostContract.DescribeReply {
        HostContract.DescribeReply(
            version: "9.9.9", pid: 1, started: "2026-11-21T08:05:12.500Z", status: "all is well", configuration: nil,
            stateDirectory: "/state", running: 1, enabled: 1, problems: state.problems)
    }

    func listPlugins(
        replies: ReplyWriter<HostContract.ListPluginsReply>, context: CallContext
    ) async throws -> HostContract.ListPluginsReply {
        let plugins = await host.plugins().map { HostContract.ListPluginsReply(plugin: $0) }
        return try await replies.send(contentsOf: plugins) ?? HostContract.ListPluginsReply(plugin: nil)
    }

    func listHosts(
        replies: ReplyWriter<HostContract.ListHostsReply>, context: CallContext
    ) async throws -> HostContract.ListHostsReply {
        let hosts = [("web1", "one"), ("web2", "two")].map { name, address in
            HostContract.ListHostsReply(
                host: HostContract.ClusterHost(
                    name: name, address: address, since: time, version: "9.9.9",
                    plugins: ["digest", "items"], holds: name == "web1" ? ["digest"] : []),
                problem: nil)
        }
        return try await replies.send(contentsOf: hosts) ?? hosts[0]
    }

    func listScopes(
        plugin: String?, format: HostContract.GraphFormat?, replies: ReplyWriter<HostContract.ListScopesReply>,
        context: CallContext
    ) async throws -> HostContract.ListScopesReply {
        let graph =
            switch format ?? .text {
            case .text: "sample (open)\n└─ Sample"
            case .json: #"{"root":{"path":"sample"}}"#
            case .dot: "digraph scopes {}"
            case .mermaid: "flowchart LR"
            }
        return HostContract.ListScopesReply(plugin: plugin, graph: graph)
    }

    func readAudit(
        since: String?, until: String?, user: Int?, plugin: String?, method: String?, outcome: String?, failed: Bool?,
        limit: Int?, follow: Bool?, replies: ReplyWriter<HostContract.ReadAuditReply>, context: CallContext
    ) async throws -> HostContract.ReadAuditReply {
        guard user == nil else {
            throw HostError.roleRequired(role: "administer", requestID: CallIdentity.current?.requestID)
        }
        let record = HostContract.AuditRecord(
            sequence: 7, time: "2026-11-23T07:46:40.123456Z", uid: 0, user: "root", gid: 0, pid: 71, plugin: "items",
            method: method ?? "io.trellis.Items.Add", role: "operate", outcome: outcome ?? "done", microseconds: 1_250)
        let gap = HostContract.AuditGap(
            reason: .lost, count: 3, after: record.time, before: "2026-11-23T07:46:41.000000Z")
        return try await replies.send(
            contentsOf: [.init(record: record), .init(gap: gap)], ifEmpty: HostContract.ReadAuditReply())
    }

    func readLog(
        plugin: String?, level: HostContract.LogLevel?, requestID: String?, since: String?, follow: Bool?,
        replies: ReplyWriter<HostContract.ReadLogReply>, context: CallContext
    ) async throws -> HostContract.ReadLogReply {
        try await replies.send(HostContract.ReadLogReply(missed: 3))
        return HostContract.ReadLogReply(
            entry: HostContract.LogEntry(
                number: 4, time: "2026-11-21T08:05:12.500Z", level: level ?? .info, logger: "trellis", plugin: plugin,
                requestID: requestID, message: "all is well", fields: [:]))
    }

    func events(
        after: Int?, started: String?, plugin: String?, follow: Bool?,
        replies: ReplyWriter<HostContract.EventsReply>, context: CallContext
    ) async throws -> HostContract.EventsReply {
        if follow == true { return try await followEvents(replies) }
        let name = plugin ?? "sample"
        let time = "2026-11-21T08:05:12.500Z"
        let waiting = HostContract.PluginTransition(
            plugin: name, from: .stopping, to: .waiting, reason: "it is broken", nextStart: "2026-11-21T08:05:20.000Z")
        let leak = HostContract.PluginFault(
            plugin: name, kind: .instanceLeaked, message: "an instance leaked", instance: "Cache of Keys",
            scope: "root/\(name)", location: "Cache.swift:7")
        let events = [
            HostContract.Event(
                sequence: after ?? 0, time: time, kind: .gap,
                gap: HostContract.EventGap(reason: .overwritten, count: after)),
            HostContract.Event(
                sequence: 4, time: time, kind: .transition,
                transition: HostContract.PluginTransition(plugin: name, from: .waiting, to: .starting)),
            HostContract.Event(sequence: 5, time: time, kind: .transition, transition: waiting),
            HostContract.Event(sequence: 6, time: time, kind: .fault, fault: leak),
        ]
        return try await replies.send(
            contentsOf: events.map { HostContract.EventsReply(event: $0) }, ifEmpty: HostContract.EventsReply())
    }

    /// Sends the transitions of the ``SampleState``, with an empty reply after those that exist.
    private func followEvents(
        _ replies: ReplyWriter<HostContract.EventsReply>
    ) async throws -> HostContract.EventsReply {
        let existing = state.transitions
        var count = 0
        func send(_ transition: HostContract.PluginTransition) async throws {
            count += 1
            let event = HostContract.Event(sequence: count, time: time, kind: .transition, transition: transition)
            try await replies.send(HostContract.EventsReply(event: event))
        }
        for transition in existing { try await send(transition) }
        try await replies.send(HostContract.EventsReply())
        state.note("Events")
        while !Task.isCancelled {
            for transition in await state.transitions(after: count) { try await send(transition) }
        }
        throw CancellationError()
    }

    func readConfiguration(context: CallContext) async throws -> HostContract.ReadConfigurationReply {
        if let settings = state.settings { return .init(settings: settings, files: [], changedFiles: []) }
        return HostContract.ReadConfigurationReply(
            settings: [
                .init(
                    key: "log.level", type: .choice, value: "debug", source: .option,
                    location: "--log-level debug", description: "The level."),
                .init(key: "plugins.sample.size", type: .size, value: "4K", source: .default, description: "The size."),
                .init(
                    key: "plugins.sample.names", type: .list, elements: ["Ada", "Bo"], source: .file,
                    location: "/etc/t\u{1B}.yaml:7:12", description: "The names."),
                .init(
                    key: "plugins.sample.token", type: .secret, source: .environment, location: "$TOKEN",
                    description: "The token."),
                .init(key: "plugins.samples", type: .string, source: .default, description: "Another."),
            ], files: ["/etc/t\u{1B}.yaml"], changedFiles: ["/etc/t\u{1B}.yaml"])
    }

    func getConfigurationSchema(
        context: CallContext
    ) async throws -> HostContract.GetConfigurationSchemaReply {
        HostContract.GetConfigurationSchemaReply(schema: #"{"type": "object", "properties": {}}"#)
    }

    func getPreviousRequestID(context: CallContext) async throws -> HostContract.GetPreviousRequestIDReply {
        HostContract.GetPreviousRequestIDReply(requestID: CallIdentity.current?.previousRequestID)
    }

    func getLogLevel(plugin: String?, context: CallContext) async throws -> HostContract.GetLogLevelReply {
        HostContract.GetLogLevelReply(level: plugin == nil ? .info : .debug, configured: .info)
    }

    func setLogLevel(
        plugin: String?, level: HostContract.LogLevel?, context: CallContext
    ) async throws -> HostContract.SetLogLevelReply {
        HostContract.SetLogLevelReply()
    }

    func startPlugin(plugin: String, dryRun: Bool?, context: CallContext) async throws -> HostContract.StartPluginReply
    {
        guard plugin != "items" else { throw HostError.pluginStuck(plugin: plugin) }
        return HostContract.StartPluginReply(plugins: [
            .init(
                name: plugin, state: .waiting, since: time, reason: "the key is wrong",
                nextStart: "2026-11-21T08:05:20.000Z")
        ])
    }

    func explainPlugin(plugin: String, context: CallContext) async throws -> HostContract.ExplainPluginReply {
        guard plugin != "bass" else { throw HostError.noSuchPlugin(plugin: plugin) }
        let failed = HostContract.PluginCondition(
            name: "base", state: .failed, since: time, reason: "the disk is full", nextStart: nil)
        let reason = "it needs the plugin base, which failed"
        let transition = HostContract.PluginTransition(plugin: plugin, from: .stopping, to: .waiting, reason: reason)
        return HostContract.ExplainPluginReply(
            condition: HostContract.PluginCondition(name: plugin, state: .waiting, since: time, reason: reason),
            enabled: HostContract.Setting(
                key: "plugins.\(plugin).enabled", type: .boolean, value: "true", source: .file,
                location: "/etc/t\u{1B}.yaml:7:3", description: "Whether the plugin runs."),
            required: true, requires: [failed, .init(name: "clock", state: .running, since: time)],
            requiredBy: [.init(name: "search", state: .waiting, since: time)], obstacles: [failed],
            events: [HostContract.Event(sequence: 9, time: time, kind: .transition, transition: transition)])
    }

    func listStarts(
        replies: ReplyWriter<HostContract.ListStartsReply>, context: CallContext
    ) async throws -> HostContract.ListStartsReply {
        func start(
            _ plugin: String, _ offset: Int, _ duration: Int?, failed: Bool = false, after: [String] = []
        ) -> HostContract.ListStartsReply {
            HostContract.ListStartsReply(
                start: HostContract.PluginStart(
                    plugin: plugin, began: "2026-11-21T08:05:12.500Z", offset: offset, microseconds: duration,
                    failed: failed, after: after))
        }
        return try await replies.send(
            contentsOf: [
                start("clock", 900, 850), start("base", 1_000, 300_000), start("lone", 1_000, 10_000, failed: true),
                start("search", 301_500, 1_200_000, after: ["clock", "base"]),
            ], ifEmpty: HostContract.ListStartsReply())
    }

    func listJobs(
        replies: ReplyWriter<HostContract.ListJobsReply>, context: CallContext
    ) async throws -> HostContract.ListJobsReply {
        try await replies.send(
            contentsOf: Self.jobs.map { HostContract.ListJobsReply(job: $0) }, ifEmpty: HostContract.ListJobsReply())
    }

    func runJob(plugin: String, job: String, context: CallContext) async throws -> HostContract.RunJobReply {
        guard let found = Self.jobs.first(where: { $0.plugin == plugin && $0.name == job }), let run = found.last else {
            throw HostError.noSuchJob(plugin: plugin, job: job)
        }
        if let failure = run.failure { throw HostError.jobFailed(plugin: plugin, job: job, message: failure) }
        return HostContract.RunJobReply(run: run)
    }

    private static let jobs = [
        HostContract.Job(
            plugin: "digest", name: "write", interval: 3_600_000_000, running: false, next: "2026-01-31T10:00:00.000Z",
            last: HostContract.JobRun(
                began: "2026-01-31T09:00:00.000Z", microseconds: 12_300, requested: false,
                failure: "the cluster does not respond")),
        HostContract.Job(
            plugin: "items", name: "prune", interval: 90_000_000, running: true, next: nil,
            last: HostContract.JobRun(
                began: "2026-01-31T09:00:00.000Z", microseconds: 850, requested: true, failure: nil)),
    ]

    func listCalls(
        replies: ReplyWriter<HostContract.ListCallsReply>, context: CallContext
    ) async throws -> HostContract.ListCallsReply {
        func call(_ method: String, _ microseconds: Int, isStream: Bool, uid: Int, user: String?)
            -> HostContract
            .ListCallsReply
        {
            HostContract.ListCallsReply(
                call: HostContract.CallInProgress(
                    plugin: "search", method: method, microseconds: microseconds, stream: isStream, uid: uid,
                    user: user,
                    pid: 4_711, connection: "17"))
        }
        return try await replies.send(
            contentsOf: [
                call("io.trellis.Items.Add", 12_300_000, isStream: false, uid: 1_000, user: "alice"),
                call("io.trellis.Items.Watch", 850, isStream: true, uid: 4_294_967_295, user: nil),
            ], ifEmpty: HostContract.ListCallsReply())
    }

    func listStops(
        replies: ReplyWriter<HostContract.ListStopsReply>, context: CallContext
    ) async throws -> HostContract.ListStopsReply {
        func stop(
            _ plugin: String, _ offset: Int, _ duration: Int?, after: [String] = []
        ) -> HostContract.ListStopsReply {
            HostContract.ListStopsReply(
                stop: HostContract.PluginStop(
                    plugin: plugin, began: "2026-11-21T08:05:12.500Z", offset: offset, microseconds: duration,
                    after: after))
        }
        return try await replies.send(
            contentsOf: [
                stop("search", 5_000_000, 300_000), stop("base", 5_300_000, 850, after: ["search"]),
                stop("lone", 5_000_000, nil),
            ], ifEmpty: HostContract.ListStopsReply())
    }

    func stopPlugin(plugin: String, dryRun: Bool?, context: CallContext) async throws -> HostContract.StopPluginReply {
        HostContract.StopPluginReply(plugins: [
            .init(name: plugin, state: dryRun == true ? .running : .stopped, since: time),
            .init(
                name: "search", state: dryRun == true ? .running : .waiting, since: time,
                reason: dryRun == true ? nil : "it needs the plugin \(plugin), which was stopped"),
        ])
    }

    func restartPlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.RestartPluginReply {
        guard plugin != "movies" else { throw HostError.pluginDisabled(plugin: plugin) }
        return HostContract.RestartPluginReply(plugins: [.init(name: plugin, state: .running, since: time)])
    }

    func enablePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.EnablePluginReply {
        guard plugin != "items" else {
            throw HostError.changeRejected(
                message: "the plugin items needs notes, which is disabled: enable plugins.notes")
        }
        return HostContract.EnablePluginReply(plugins: [
            .init(
                name: plugin, state: .running, since: time,
                override: .init(enabled: true, user: "ada", since: "2026-11-21T08:05:20.000Z"))
        ])
    }

    func disablePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.DisablePluginReply {
        guard plugin != "items" else {
            throw HostError.changeNotSaved(message: "cannot write /state/overrides.json: No space left")
        }
        return HostContract.DisablePluginReply(plugins: [
            .init(
                name: plugin, state: .disabled, since: time,
                override: .init(enabled: false, user: "ada", since: "2026-11-21T08:05:20.000Z"))
        ])
    }

    func revertPlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.RevertPluginReply {
        HostContract.RevertPluginReply(plugins: [.init(name: plugin, state: .disabled, since: time)])
    }
}
