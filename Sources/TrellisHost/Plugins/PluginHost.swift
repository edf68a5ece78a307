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

    let supervisors: [PluginSupervisor]

    /// The configuration of the daemon and of the plugins.
    let configuration: LoadedConfiguration

    private let environment: HostEnvironment
    private let rootPlan: Plan
    private let admission: Admission
    private let texts: StatusTexts

    /// Yields when the status of a plugin has changed, for one consumer.
    ///
    /// Changes that are not consumed are coalesced.
    let changes: AsyncStream<Void>

    /// Signaled when a required plugin has failed.
    let requiredFailed = OneShotEvent()

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

        var root = Blueprint("root")
        root.provide(value: environment.clock, .overrideAdvice("pass another clock by `environment:`"))
        rootPlan = try Plan(root)

        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        var (enabled, disabled): ([Blueprint], [Blueprint]) = ([], [])
        var supervisors: [PluginSupervisor] = []
        for plugin in configuration.plugins {
            let grant = environment.environment(for: plugin.registration.name)
            let blueprint = plugin.blueprint(environment: grant) { adjust(plugin.registration.name, &$0) }
            if plugin.isEnabled { enabled.append(blueprint) } else { disabled.append(blueprint) }
            supervisors.append(
                PluginSupervisor(
                    plugin: plugin, contracts: plugin.contracts(of: blueprint), environment: grant, router: router,
                    onChange: { change.yield() }))
        }
        self.supervisors = supervisors
        admission = try Self.admit(enabled, disabled: disabled, under: rootPlan)
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

    /// Runs the plugins around a body.
    ///
    /// It starts the plugins, runs the body when each has started or failed, and stops them when the body has returned.
    ///
    /// - Parameter body: The body, which runs while the plugins run.
    /// - Returns: The result of the body.
    /// - Throws: ``HostFailure`` when a required plugin cannot start; the error of the body; `CancellationError` when
    ///   the task is cancelled while the plugins start. Plugins that have started are stopped in each case.
    public func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await run(until: OneShotEvent(), body)
    }

    /// Runs the plugins around a body, like ``run(_:)``, and stops starting them when an event is signaled.
    ///
    /// - Parameters:
    ///   - stop: The event.
    ///   - requestTime: Called before an operation with a time limit begins, with this limit.
    ///   - body: The body, which runs while the plugins run.
    /// - Returns: The result of the body.
    /// - Throws: The errors of ``run(_:)``.
    func run<Result: Sendable>(
        until stop: OneShotEvent, requestingTime requestTime: @escaping @Sendable (Duration) -> Void = { _ in },
        _ body: () async throws -> Result
    ) async throws -> Result {
        let root = try await Scope.open(rootPlan)
        let contexts = contexts(under: root, requestingTime: requestTime)
        let outcome: Swift.Result<Result, any Error> = await withTaskGroup(of: Void.self) { group in
            for (supervisor, context) in contexts {
                group.addTask {
                    await supervisor.run(in: context)
                    if supervisor.failure != nil, supervisor.plugin.supervision.required {
                        self.requiredFailed.signal()
                    }
                }
            }
            let outcome: Swift.Result<Result, any Error>
            do {
                try await waitUntilStarted(contexts.map(\.0), until: stop)
                outcome = .success(try await body())
            } catch {
                outcome = .failure(error)
            }
            for (supervisor, _) in contexts { supervisor.stop() }
            await group.waitForAll()
            return outcome
        }
        let stuck = contexts.map(\.0).filter(\.isStuck).map(\.name)
        guard stuck.isEmpty else {
            // Closing the root would wait for the stuck plugins, possibly forever.
            environment.logger("trellis").log(
                .pluginsNotClosed, "stuck plugins were not closed",
                metadata: ["plugins": "\(stuck.joined(separator: ", "))"])
            return try outcome.get()
        }
        environment.logger("trellis").log(await root.close())
        return try outcome.get()
    }

    /// The clock of the host.
    var clock: WallClock { environment.clock }

    /// The status text of a plugin.
    func text(of plugin: String) -> String? { texts.text(of: plugin) }

    /// The graphs of the enabled plugins, in the order in which they start.
    ///
    /// The graph of a plugin shows its open scopes with their states, or its validated scopes while it does not run.
    func graphs() -> [(plugin: String, graph: Graph)] {
        admission.plans.map { plan in
            let open = supervisors.first { $0.name == plan.name }?.scopes?.own
            return (plan.name, open?.graph() ?? plan.graph)
        }
    }

    /// The failure of a required plugin, if any.
    ///
    /// Of several failures it is that of the plugin that starts first, because the others may be its consequences.
    var requiredFailure: HostFailure? {
        admission.plans.lazy.compactMap { plan in self.supervisors.first { $0.name == plan.name } }
            .filter(\.plugin.supervision.required).compactMap(\.failure).first
    }

    /// The enabled plugins with their contexts, in the order in which they start.
    private func contexts(
        under root: Scope, requestingTime requestTime: @escaping @Sendable (Duration) -> Void
    ) -> [(PluginSupervisor, PluginSupervisor.Context)] {
        let named = Dictionary(uniqueKeysWithValues: supervisors.map { ($0.name, $0) })
        return admission.plans.compactMap { plan in
            guard let supervisor = named[plan.name] else { return nil }
            let context = PluginSupervisor.Context(
                plan: plan, root: root,
                predecessors: admission.waits(of: plan.name).compactMap { named[$0] },
                requirements: Set(admission.requirements(of: plan.name)),
                dependents: admission.plans.map(\.name).filter { admission.waits(of: $0).contains(plan.name) }
                    .compactMap { named[$0] },
                requestTime: requestTime)
            return (supervisor, context)
        }
    }

    private func waitUntilStarted(_ supervisors: [PluginSupervisor], until stop: OneShotEvent) async throws {
        try await withCancellation(when: stop) {
            for supervisor in supervisors {
                await supervisor.settled.wait()
                try Task.checkCancellation()
            }
        }
        if let failure = requiredFailure { throw failure }
    }
}
