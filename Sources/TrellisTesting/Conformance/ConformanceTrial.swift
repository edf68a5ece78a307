import Foundation
import Trellis
import TrellisHost

/// A host with the plugin, in a temporary folder.
struct ConformanceTrial: Sendable {
    let host: PluginHost
    let plugin: String
    let directories: PluginDirectories

    /// The violations that have been observed since an event: what remains of the lives that have ended.
    ///
    /// - Parameters:
    ///   - number: The number of the last event before.
    ///   - scopes: The scopes of the lives. Default: not observed.
    ///   - place: The point in the life of the plugin.
    /// - Returns: The violations.
    func remains(since number: Int = 0, _ scopes: [WeakScope] = [], at place: String) async -> [ConformanceFinding] {
        // The threads that closed the scopes release them soon after the plugin has ended.
        let deadline = ContinuousClock.now + .seconds(5)
        while !Task.isCancelled, scopes.contains(where: { $0.scope != nil }), .now < deadline { await Task.yield() }
        // Paths are relative to the temporary folder, so that a violation is equal in each trial.
        let folder = directories.state.removingLastComponent().removingLastComponent().string + "/"
        return host.events(after: number).compactMap(\.fault).compactMap { fault in
            fault.kind.advice.map { advice in
                ConformanceFinding(
                    fault.message.replacing(folder, with: "") + (fault.location.map { ", declared at \($0)" } ?? ""),
                    at: place,
                    because: "The plugin starts again after a failure or a reload, and what remains accumulates",
                    advice: advice)
            }
        }
            + scopes.filter { $0.scope != nil }.map { scope in
                ConformanceFinding(
                    "the scope \(scope.path) is referenced, although the plugin has stopped", at: place,
                    because: "A scope keeps its plan and its instances in memory",
                    advice: "Do not store a Scope outside the instances of the plugin")
            }
    }

    /// The scopes of the plugin that are open.
    func openScopes() throws -> [WeakScope] { try host.openScopes(of: plugin).map(WeakScope.init) }

    /// Whether the plugin runs.
    var isRunning: Bool { (try? host.openScopes(of: plugin).isEmpty) == false }

    /// The plugin, for the calls of a test.
    var runningPlugin: RunningPlugin {
        RunningPlugin(
            name: plugin, caller: LocalCaller(router: host.router), directories: directories, host: host,
            connect: { [host] in LocalCaller(router: host.router) })
    }

    /// The number of the last event.
    var lastEvent: Int { host.events(after: 0).last?.sequence ?? 0 }

    /// The violation of a plugin that does not run after a start.
    func failedStart(since number: Int, at place: String) -> ConformanceFinding {
        let reason = host.events(after: number).compactMap(\.fault?.message).last ?? "it is stopped"
        return .failedStart(reason, at: place)
    }
}

/// A scope that is observed after it has closed.
struct WeakScope {
    let path: String
    weak var scope: Scope?

    init(_ scope: Scope) { (path, self.scope) = (scope.path, scope) }
}

extension ConformanceFinding {
    static func failedStart(_ reason: String, at place: String) -> ConformanceFinding {
        ConformanceFinding(
            "the plugin does not start: \(reason)", at: place,
            because: "A plugin starts with what its test provides, as often as the daemon starts it",
            advice:
                "Release what an earlier life holds, or pass settings, credentials, overrides or files to PluginConformance"
        )
    }
}

extension HostContract.PluginFaultKind {
    /// The remedy; nil for a fault that is not what remains of a life.
    fileprivate var advice: String? {
        switch self {
        case .failed, .abandonedCodeEnded: nil
        case .stalled: "Do not block the threads of the plugin"
        case .servicesOverdue: "Return from run() after a graceful shutdown, within timeoutStop"
        case .stuck: "End the code soon after its cancellation"
        case .instanceNotClosed: "Let close() release everything without an error, within timeoutStop"
        case .instanceLeaked:
            "Reference instances only from instances that depend on them, and not from global variables, endless tasks or "
                + "reference cycles"
        case .filesLeaked: "Close each file in close() of a Closable instance, and before an initializer throws"
        }
    }
}

extension PluginConformance {
    /// Validates the plugin in a host that does not run.
    func host(
        in folder: FilePath, probe: ExecutionProbe? = nil,
        adjusting change: @escaping @Sendable (inout Blueprint) -> Void = { _ in }
    ) throws -> PluginHost {
        let name = name
        // A failed plugin is not started again, so that the events end with the failure. The time limit exceeds the default, so
        // that a busy machine is not reported as an overdue service.
        let settings = ["enabled": "true", "restart": "no", "timeoutStop": "1min"].merging(settings) { $1 }
        let configuration = try LoadedConfiguration(
            path: nil,
            options: others.map { "plugins.\($0.name).enabled=true" }
                + settings.sorted { $0.key < $1.key }.map { "plugins.\(name).\($0)=\($1)" },
            registrations: others + [PluginRegistration(Type.self)])
        let credentials = Dictionary(uniqueKeysWithValues: credentials.map { ("\(name).\($0)", $1) })
        // The time limits of the host also pass in real time, because no test advances a manual clock during the checks.
        let clock = WallClock(now: clock.now) { [clock] duration in
            _ = try await value(within: duration) { try await clock.sleep(duration) }
        }
        var environment = HostEnvironment.test(in: folder, clock: clock, credentials: credentials)
        // A test declares what the plugin requires of a cluster in the root scope.
        environment.hasCluster = true
        return try PluginHost(
            configuration: configuration, environment: environment,
            router: .host(logger: environment.logger("trellis")),
            probe: probe,
            adjusting: { [adjust] plugin, blueprint in
                guard plugin == name else { return }
                adjust(&blueprint)
                change(&blueprint)
            }, root: declareRoot)
    }

    /// Runs the plugin in a temporary folder, and returns what a check finds and what remains afterwards.
    ///
    /// - Parameters:
    ///   - place: The point in the life of the plugin, for what remains.
    ///   - mayFail: Whether the plugin may fail to start.
    ///   - probe: Observes the executor of the plugin.
    ///   - change: Changes the blueprint.
    ///   - run: Runs the host.
    /// - Returns: The violations.
    /// - Throws: The error of ``prepare``; an error when the configuration or the blueprint is invalid.
    func trial(
        at place: String, mayFail: Bool = false, probe: ExecutionProbe? = nil,
        adjusting change: @escaping @Sendable (inout Blueprint) -> Void = { _ in },
        _ run: (ConformanceTrial) async throws -> [ConformanceFinding]
    ) async throws -> [ConformanceFinding] {
        try await withTemporaryFolder { folder in
            let directories = HostEnvironment.test(in: folder).directories.directories(of: name)
            for path in [directories.state, directories.cache, directories.runtime] {
                // As the daemon does, whatever the umask of the test is.
                try FileManager.default.createDirectory(
                    atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
            try prepare(directories)
            var found: [ConformanceFinding] = []
            let host = try host(in: folder, probe: probe, adjusting: change)
            let trial = ConformanceTrial(host: host, plugin: name, directories: directories)
            do {
                found = try await run(trial)
            } catch let failure as HostFailure {
                if !mayFail { found.append(.failedStart("\(failure)", at: place)) }
            }
            return found + (await trial.remains(at: place))
        }
    }
}
