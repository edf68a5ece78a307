import HostInterface
import Logging
import Synchronization
import Systemd
public import Trellis

/// Hosts plugins: validates their blueprints together, starts each plugin after its dependencies, and stops them in
/// reverse.
///
/// It is independent of sockets, signals and systemd, which the daemon adds.
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
    let supervisors: [PluginSupervisor]

    /// The configuration of the daemon and of the plugins.
    let configuration: LoadedConfiguration

    private let environment: HostEnvironment
    let rootPlan: Plan
    let admission: Admission
    private let texts: StatusTexts

    let supervision: Mutex<Supervision>

    /// The record of what happens to the plugins.
    let events: EventRecord

    /// The events of plugins that are not handled yet, and the function that adds one.
    let (messages, post): (AsyncStream<Message>, @Sendable (Message) -> Void)

    /// Signaled when every plugin runs, or has failed, or when a required one has failed.
    let started = OneShotEvent()

    /// Signals every change of the status of a plugin.
    let statusChanged = ChangeSignal()

    /// Signaled when a required plugin has failed and is not started again.
    let requiredFailed = OneShotEvent()

    /// A message to the task that supervises the plugins.
    enum Message: Sendable {
        /// An event of a plugin.
        case event(PluginStateMachine.Event, Supervision.Index)

        /// The life of a plugin has ended.
        case lifeEnded(Supervision.Index)

        /// Abandoned code of a plugin has ended.
        case codeEnded(Supervision.Index)

        /// An operator requests a command; the event is signaled when it has been handled.
        case command(PluginStateMachine.Command, Supervision.Index, handled: OneShotEvent)

        /// The daemon is about to stop.
        case endStarts

        /// All plugins are to stop.
        case shutdown
    }

    /// Validates the enabled plugins together, without any effect.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - environment: The environment of the host. ``plugins()`` also returns the status texts that plugins set.
    ///   - router: The router on which their interfaces are registered while they run.
    ///   - adjust: Changes the blueprint of a plugin, given its name, before it is validated: for tests.
    /// - Throws: `AdmissionError` with every problem of every blueprint; ``HostFailure`` when the name of a plugin is
    ///   invalid, or a plugin depends on a disabled one.
    public init(
        configuration: LoadedConfiguration, environment: HostEnvironment, router: VarlinkRouter,
        adjusting adjust: (_ plugin: String, _ blueprint: inout Blueprint) -> Void = { _, _ in }
    ) throws {
        try configuration.plugins.map(\.registration).requireValidNames()
        let texts = StatusTexts()
        let status = environment.status
        var environment = environment
        environment.status = { plugin, text in
            texts.set(text, of: plugin)
            status(plugin, text)
        }
        self.texts = texts
        self.environment = environment
        self.router = router
        self.configuration = configuration
        let events = EventRecord { [environment] in environment.logger(of: $0.event.plugin).log($0) }
        self.events = events

        var root = Blueprint("root")
        root.provide(value: environment.clock, .overrideAdvice("pass another clock by `environment:`"))
        rootPlan = try Plan(root)

        let (messages, message) = AsyncStream.makeStream(of: Message.self)
        self.messages = messages
        post = { message.yield($0) }
        var (enabled, disabled): ([Blueprint], [Blueprint]) = ([], [])
        var (supervisors, supervision): ([PluginSupervisor], Supervision) = ([], Supervision())
        for (index, plugin) in configuration.plugins.enumerated() {
            let (name, clock) = (plugin.registration.name, environment.clock)
            let grant = environment.environment(for: name)
            let blueprint = plugin.blueprint(environment: grant) { adjust(name, &$0) }
            if plugin.isEnabled { enabled.append(blueprint) } else { disabled.append(blueprint) }
            supervisors.append(
                PluginSupervisor(
                    plugin: plugin, contracts: plugin.contracts(of: blueprint), environment: grant, router: router,
                    onRelease: { message.yield(.codeEnded(index)) },
                    report: { events.record(.fault($0, plugin: name), at: clock.now()) }))
            supervision.add(
                name, isRequired: plugin.supervision.required,
                PluginStateMachine(
                    isEnabled: plugin.isEnabled, policy: plugin.supervision.restart, now: environment.clock.now()))
        }
        self.supervisors = supervisors
        admission = try Self.admit(enabled, disabled: disabled, under: rootPlan)
        for (index, supervisor) in supervisors.enumerated() where supervisor.plugin.isEnabled {
            let indices = { (names: [String]) in supervisors.indices.filter { names.contains(supervisors[$0].name) } }
            supervision.relate(
                indices(admission.waits(of: supervisor.name)),
                requirements: Set(indices(admission.requirements(of: supervisor.name))), to: index)
        }
        self.supervision = Mutex(supervision)
    }

    /// Validates the blueprints of the enabled plugins.
    private static func admit(
        _ enabled: [Blueprint], disabled: [Blueprint], under root: Plan
    ) throws -> Admission {
        do throws(AdmissionError) {
            return try Admission(of: enabled, under: root)
        } catch {
            let dependencies = DisabledDependencies(of: enabled, disabled: disabled)
            guard !dependencies.findings.isEmpty else { throw error }
            // The remaining problems are those that enabling the plugins would not solve.
            var messages = dependencies.findings.map(\.message)
            do throws(AdmissionError) {
                _ = try Admission(of: dependencies.completed, under: root)
            } catch {
                messages.append(error.description)
            }
            throw HostFailure(.configuration, messages.joined(separator: "\n"))
        }
    }

    /// The clock of the host.
    var clock: WallClock { environment.clock }

    /// The logger of the daemon.
    var logger: Logger { environment.logger("trellis") }

    /// The status text of a plugin.
    func text(of plugin: String) -> String? { texts.text(of: plugin) }

    /// The graphs of the enabled plugins, in the order in which they start.
    ///
    /// The graph of a plugin shows its open scopes with their states, or its validated scopes while it does not run.
    func graphs() -> [(plugin: String, graph: Graph)] {
        admission.plans.map { plan in
            let open = supervisors.first { $0.name == plan.name }?.life?.scopes?.own
            return (plan.name, open?.graph() ?? plan.graph)
        }
    }

    /// The status of a plugin.
    func status(of plugin: Supervision.Index) -> PluginStatus { supervision.withLock { $0.status(of: plugin) } }

    /// The plugins with their current status, in the order of registration.
    var statuses: [(supervisor: PluginSupervisor, status: PluginStatus)] {
        supervision.withLock { supervision in
            supervisors.indices.map { (supervisors[$0], supervision.status(of: $0)) }
        }
    }
}
