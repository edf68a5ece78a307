import OpenMetrics
public import Trellis
public import TrellisHost

/// A plugin that runs in a test.
public struct RunningPlugin: Sendable {
    /// The connection of a client to the plugin: `ItemsClient(plugin.caller)`.
    public let caller: any VarlinkCaller

    /// The plugin's directories.
    public let directories: PluginDirectories

    private let name: String
    private let host: PluginHost
    private var failpoints: Failpoints { host.failpoints }
    private let connectAnother: @Sendable () async throws -> any VarlinkCaller

    init(
        name: String, caller: any VarlinkCaller, directories: PluginDirectories, host: PluginHost,
        connect: @escaping @Sendable () async throws -> any VarlinkCaller
    ) {
        self.name = name
        self.caller = caller
        self.directories = directories
        self.host = host
        self.connectAnother = connect
    }

    /// Connects another client to the plugin.
    ///
    /// - Returns: A connection that is separate from ``caller``.
    /// - Throws: An error when the connection fails.
    public func connect() async throws -> any VarlinkCaller {
        try await connectAnother()
    }

    /// The changes of the plugin's state, and its faults, as `trellisctl events` shows them.
    public var events: [HostContract.Event] { host.events(after: 0).filter { $0.concerns(name) } }

    /// Waits for an event of the plugin, past or future, that meets a condition.
    ///
    /// ```swift
    /// try await plugin.event { $0.fault?.kind == .failed }
    /// ```
    ///
    /// - Parameter isMatch: Returns whether an event is the expected one.
    /// - Returns: The first such event.
    /// - Throws: `CancellationError` when the task is cancelled.
    @discardableResult
    public func event(where isMatch: (HostContract.Event) -> Bool) async throws -> HostContract.Event {
        try await host.event { $0.concerns(name) && isMatch($0) }
    }

    /// Stops the plugin, and checks that nothing of its life remains: no open file in its directories, no scope and no
    /// instance.
    ///
    /// Call the function at the end of a test, after what may leak: sessions, streams, failed calls.
    ///
    /// - Throws: ``ConformanceFailure`` with what remains; `HostError` when the plugin cannot be stopped.
    public func expectNoLeaks() async throws {
        let trial = ConformanceTrial(host: host, plugin: name, directories: directories)
        let (last, scopes) = (trial.lastEvent, try trial.openScopes())
        try await host.stop(name)
        let found = await trial.remains(since: last, scopes, at: "the stop of the plugin")
        guard found.isEmpty else { throw ConformanceFailure(plugin: name, found, by: .lives) }
    }

    /// Runs a job of the plugin at once, as `trellisctl jobs run` does, or waits for its run in progress.
    ///
    /// ```swift
    /// try await plugin.runJob("compact")
    /// ```
    ///
    /// - Parameter name: The name of the job in the plugin.
    /// - Throws: `HostError.noSuchJob`; `.jobFailed` when the run failed; `.pluginNotRunning` when the plugin stops before its end.
    public func runJob(_ name: String) async throws { _ = try await host.runJob(name, of: self.name) }

    /// The jobs of the plugin, as `trellisctl jobs --json` shows them.
    public var jobs: [HostContract.Job] { host.jobs.filter { $0.plugin == name } }

    /// Sets the terms of a failpoint of the plugin, as `trellisctl inject` does.
    ///
    /// ```swift
    /// try plugin.inject("1*error(EIO)", at: "store.write")
    /// ```
    ///
    /// - Parameters:
    ///   - terms: The terms, as `FailpointTerms` describes them.
    ///   - failpoint: The name of the failpoint without the plugin's name.
    /// - Throws: `FailpointSyntaxError` when the terms are invalid; `Failpoints.Unknown` when no failpoint has the name.
    public func inject(_ terms: String, at failpoint: String) throws {
        try failpoints.inject(FailpointTerms(parsing: terms), at: "\(name).\(failpoint)")
    }

    /// Waits until the counts of all terms of a failpoint are exhausted.
    ///
    /// A test that injects `1*pause` then knows that the plugin pauses.
    ///
    /// - Parameter failpoint: The name of the failpoint without the plugin's name.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func waitUntilExhausted(_ failpoint: String) async throws {
        let point = failpoints.declare("\(name).\(failpoint)")
        for await _ in failpoints.changed.changes(isInitiallySignaled: true) where point.status.terms == nil { return }
        try Task.checkCancellation()
    }

    /// The lines of the metrics of the plugin, such as `trellis_plugin_stalls_total{plugin="notes"} 0`.
    public var metrics: [String] {
        host.metrics.exposition(as: .openMetrics).split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("#") && $0.contains("plugin=\"\(name)\"")
        }
    }

    /// Returns the description of the plugin, as the method `ListPlugins` returns it.
    public func status() async -> HostContract.Plugin {
        let plugins = await host.plugins()
        guard let plugin = plugins.first(where: { $0.name == name }) else {
            preconditionFailure("the host lacks the plugin \(name)")
        }
        return plugin
    }
}

extension HostContract.Event {
    /// Whether the event is one of a plugin.
    fileprivate func concerns(_ plugin: String) -> Bool { transition?.plugin == plugin || fault?.plugin == plugin }
}
