import HostConfiguration
import HostInterface
import HostSupport
import Logging
public import OpenMetrics
import Synchronization
public import Trellis

/// Hosts plugins: validates their blueprints together, starts each plugin after its dependencies, and stops them in
/// reverse.
///
/// The host is independent of sockets, signals and systemd; the daemon adds them.
///
/// ```swift
/// let host = try PluginHost(configuration: configuration, environment: environment, router: router)
/// try await host.run {
///     // Every required plugin runs, and the router serves their interfaces.
/// }
/// ```
public final class PluginHost: Sendable {
    /// The router on which the interfaces of running plugins are registered.
    public let router: VarlinkRouter

    /// The registered plugins, in the order of registration; ``Supervision`` has them in the same order.
    let hostedPlugins: [HostedPlugin]

    private let environment: HostEnvironment

    /// The plan of the root scope.
    let rootPlan: Plan

    /// The root scope while the plugins run.
    let openRoot = Mutex<Scope?>(nil)

    /// The present configuration and plans.
    ///
    /// Only the task that supervises the plugins changes them.
    let arrangement: Mutex<Arrangement>

    /// Reads the configuration again, for reloads.
    let source: ConfigurationSource

    /// A random number that identifies this host.
    let identifier = UInt64.random(in: .min ... .max)

    /// Held during a change of the configuration or of the enabled plugins, so that no two changes overlap.
    let changing = AsyncLock()

    /// The roles that the methods of the plugins require.
    let roles: RoleTable

    /// The authorization and the audit log of calls in the name of users; nil allows every call, and records none.
    private let access: AccessInterceptor?

    private let adjust: @Sendable (_ plugin: String, _ blueprint: inout Blueprint) -> Void

    /// The file of the commands that enable and disable plugins; nil if they are not saved.
    let overridesFile: OverridesFile?

    /// The deaths of the daemon that plugins caused, and the file in which they are saved, if any.
    let deaths = Mutex<(counts: DeathCounts, file: DeathCountsFile?)>((DeathCounts(), nil))

    /// Held while a plugin's deaths are forgotten, so that the file has them all.
    let forgetting = AsyncLock()

    /// The cluster; nil for a host without one.
    let cluster: (any Cluster)?

    /// The tokens of the last elections.
    let fencingTokens: FencingTokens

    private let texts: StatusTexts

    /// The states of the plugins, and the messages that change them.
    let loop: PluginLoop

    /// The record of the plugins' events.
    let events: EventRecord

    /// The numbers of restarts, faults and reloads.
    let eventCounts = EventCounts()

    /// The reload that is watched at present.
    let watchedReload = WatchedReload()

    /// Signaled when every plugin runs or has failed, or when a required plugin has failed.
    let started = OneShotEvent()

    /// Signals every change of the status of a plugin.
    let statusChanged = ChangeSignal()

    /// Signaled when no further plugin and no further generation is to start, because the daemon stops.
    let startsEnded = OneShotEvent()

    /// The extension points and contributions of the running plugins.
    let extensions = ExtensionRegistry()

    /// Reports every reload.
    let reloads = ReloadMonitor()

    /// Signaled when a required plugin has failed and is not started again.
    let requiredFailed = OneShotEvent()

    /// Validates the enabled plugins together, and starts none.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - environment: The environment of the host.
    ///   - router: The router on which the interfaces of running plugins are registered.
    ///   - adjust: Changes a blueprint before its validation, given the name of the plugin; for tests.
    ///   - declareRoot: Declares the instances that all plugins can depend on, in addition to the clock and the metrics. Default: none.
    /// - Throws: `AdmissionError` with every problem of every blueprint; `HostFailure` when the name of a plugin is
    ///   invalid, or a plugin depends on a disabled one.
    public convenience init(
        configuration: LoadedConfiguration, environment: HostEnvironment, router: VarlinkRouter,
        adjusting adjust: @escaping @Sendable (_ plugin: String, _ blueprint: inout Blueprint) -> Void = { _, _ in },
        root declareRoot: (inout Blueprint) -> Void = { _ in }
    ) throws {
        try self.init(
            configuration: configuration, environment: environment, router: router, overridesFile: nil,
            adjusting: adjust, root: declareRoot)
    }

    /// Validates the enabled plugins together, like the public initializer.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - source: Reads the configuration again; nil if it does not change.
    ///   - environment: The environment of the host.
    ///   - router: The router on which the interfaces of running plugins are registered.
    ///   - roles: Receives the roles that changed interfaces require.
    ///   - access: The authorization and the audit log of calls in the name of users. Default: none, in tests.
    ///   - overridesFile: The file of the commands that enable and disable plugins; nil if they are not saved.
    ///   - probe: Observes the executor of a plugin. Default: none.
    ///   - cluster: The cluster of the host. Default: none.
    ///   - adjust: Changes a blueprint before its validation.
    ///   - declareRoot: Declares further instances of the root scope.
    /// - Throws: The errors of the public initializer.
    init(
        configuration: LoadedConfiguration, source: ConfigurationSource? = nil, environment: HostEnvironment,
        router: VarlinkRouter, roles: RoleTable = RoleTable(), access: AccessInterceptor? = nil,
        overridesFile: OverridesFile?, probe: ExecutionProbe? = nil,
        cluster: (any Cluster)? = nil,
        adjusting adjust: @escaping @Sendable (_ plugin: String, _ blueprint: inout Blueprint) -> Void,
        root declareRoot: (inout Blueprint) -> Void = { _ in }
    ) throws {
        try configuration.plugins.map(\.registration).requireValidNames()
        let texts = StatusTexts()
        self.texts = texts
        let fencingTokens = FencingTokens()
        (self.cluster, self.fencingTokens) = (cluster, fencingTokens)
        self.environment = environment
        self.router = router
        self.source = source ?? ConfigurationSource(configuration)
        self.roles = roles
        self.access = access
        self.adjust = adjust
        let events = EventRecord { [environment, eventCounts] recorded in
            eventCounts.count(recorded.event)
            let logger = recorded.event.plugin.map(environment.logger(of:)) ?? environment.logger("trellis")
            logger.log(recorded)
        }
        self.events = events
        self.overridesFile = overridesFile

        var root = Blueprint("root")
        root.provide(value: environment.clock, .overrideAdvice("pass another clock by `environment:`"))
        root.provide(value: environment.metrics as any ExpositionSource)
        configuration.declareRoot(&root)
        declareRoot(&root)
        cluster?.declareRoot(&root)
        if let failure = root.rootFailure { throw failure }
        rootPlan = try Plan(root)

        let jobMemory = JobMemory(
            in: environment.directories.state, failpoints: environment.failpoints, logger: environment.logger("trellis")
        )
        var (hostedPlugins, supervision): ([HostedPlugin], Supervision) = ([], Supervision())
        for (index, plugin) in configuration.plugins.enumerated() {
            let (name, clock) = (plugin.registration.name, environment.clock)
            let executor = PluginExecutor(plugin: name, probe: probe?.plugin == name ? probe : nil)
            let tasks = PluginTasks()
            let grant = environment.environment(
                for: name, status: { texts.set($0, of: name) }, execution: PluginExecution(executor, tasks),
                fencingToken: { fencingTokens.token(of: index) })
            let declaration = PluginDeclaration(plugin, environment: grant) { blueprint in
                Self.provideGrants(of: plugin.registration, router, access, in: &blueprint)
                adjust(name, &blueprint)
            }
            hostedPlugins.append(
                HostedPlugin(
                    declaration, environment: grant, router: router, executor: executor, tasks: tasks,
                    jobMemory: jobMemory,
                    report: { events.record(.fault($0, plugin: name), at: clock.now()) }))
            supervision.add(
                name, isRequired: plugin.supervision.required, placement: plugin.supervision.placement,
                PluginStateMachine(
                    isEnabled: plugin.isEnabled, because: configuration.enablementReason(of: plugin),
                    policy: plugin.supervision.restart, now: environment.clock.now()))
        }
        self.hostedPlugins = hostedPlugins
        let plans = try Self.plans(of: hostedPlugins, in: configuration, under: rootPlan)
        arrangement = Mutex(Arrangement(configuration: configuration, plans: plans))
        for (index, others) in hostedPlugins.requirements(in: plans) { supervision.relate(index, to: others) }
        loop = PluginLoop(supervision)
        environment.metrics.collect { [weak self] in self?.collectMetrics(into: &$0) }
    }

    /// Validates the enabled plugins together.
    private static func plans(
        of hostedPlugins: [HostedPlugin], in configuration: LoadedConfiguration, under root: Plan
    ) throws -> PluginPlans {
        do {
            return try PluginPlans(of: hostedPlugins.blueprints(in: configuration), under: root)
        } catch var failure as HostFailure {
            // A running daemon is required to enable them by a command.
            let disabled = configuration.overrides.plugins.filter { !$0.value.enabled }.keys.sorted()
            if !disabled.isEmpty {
                failure.advice =
                    "An operator disabled \(disabled.joined(separator: ", ")) with 'trellisctl plugin disable'. To revert this "
                    + "while the daemon does not run, edit overrides.json in the state directory"
            }
            throw failure
        }
    }

    /// The configuration of the daemon and of the plugins that is in use.
    var configuration: LoadedConfiguration { arrangement.withLock(\.configuration) }

    /// The failpoints of the daemon and its plugins.
    public var failpoints: Failpoints { environment.failpoints }

    /// The metrics of the daemon and its plugins.
    public var metrics: MetricRegistry { environment.metrics }

    /// The clock of the host.
    var clock: WallClock { environment.clock }

    /// Assembles the blueprint of a plugin with another configuration.
    func declaration(of plugin: ConfiguredPlugin, in environment: PluginEnvironment) -> PluginDeclaration {
        let name = plugin.registration.name
        return PluginDeclaration(plugin, environment: environment) { [adjust, router, access] blueprint in
            Self.provideGrants(of: plugin.registration, router, access, in: &blueprint)
            adjust(name, &blueprint)
        }
    }

    /// The logger of the daemon.
    var logger: Logger { environment.logger("trellis") }

    /// The status text of a plugin.
    func text(of plugin: String) -> String? { texts.text(of: plugin) }

    /// The status of a plugin.
    func status(of plugin: Supervision.Index) -> PluginStatus { loop.read { $0.status(of: plugin) } }

    /// The plugins with their current status, in the order of registration.
    var statuses: [(hosted: HostedPlugin, status: PluginStatus)] {
        loop.read { supervision in
            hostedPlugins.indices.map { (hostedPlugins[$0], supervision.status(of: $0)) }
        }
    }
}

extension PluginHost {
    /// The configuration of the daemon and of the plugins, with the resulting plans.
    struct Arrangement: Sendable {
        /// The configuration in use.
        var configuration: LoadedConfiguration

        /// The plans of the enabled plugins.
        var plans: PluginPlans
    }
}
