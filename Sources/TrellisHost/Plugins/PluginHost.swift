import HostInterface
import Logging
import Synchronization
public import Trellis

/// Hosts plugins: builds the root scope, admits them all, starts each after those that it needs, and stops them in
/// reverse.
///
/// It knows nothing of sockets, signals or systemd. `trellisd` puts those around it, and a test nothing.
///
/// ```swift
/// let host = try PluginHost(configuration: configuration, environment: environment)
/// try await host.run {
///     // Every required plugin runs here, and `host.router` reaches what they serve.
/// }
/// ```
public final class PluginHost: Sendable {
    /// Where the interfaces of the plugins that run are reached.
    public let router: VarlinkRouter

    let supervisors: [PluginSupervisor]

    private let environment: HostEnvironment
    private let rootPlan: Plan
    private let admission: Admission
    private let texts: PluginTexts

    /// Yields whenever a plugin has come into another state; what comes while nobody looks is one change.
    ///
    /// For one task to look at.
    let changes: AsyncStream<Void>

    /// Opened when a plugin that the daemon can't do without has failed.
    let requiredFailed = Latch()

    /// Admits the plugins that are enabled, all together.
    ///
    /// Nothing is made yet.
    ///
    /// - Parameters:
    ///   - configuration: What was configured.
    ///   - environment: What the root scope is fed with. What plugins say through its `status` is shown by
    ///     ``plugins()``, too.
    ///   - router: Where their interfaces are registered while they run.
    ///   - adjust: Changes a plugin's declaration before it is admitted, given its name: for tests.
    /// - Throws: `AdmissionError` with the diagnostics of all blueprints.
    public init(
        configuration: LoadedConfiguration, environment: HostEnvironment, router: VarlinkRouter,
        adjusting adjust: (_ plugin: String, _ blueprint: inout Blueprint) -> Void = { _, _ in }
    ) throws(AdmissionError) {
        let texts = PluginTexts()
        let status = environment.status
        var environment = environment
        environment.status = { plugin, text in
            texts.set(text, of: plugin)
            status(plugin, text)
        }
        self.texts = texts
        self.environment = environment
        self.router = router

        var root = Blueprint("root")
        root.provide(value: environment.clock, .overrideAdvice("pass another clock by `environment:`"))
        rootPlan = try Plan(root)

        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        var blueprints: [Blueprint] = []
        var supervisors: [PluginSupervisor] = []
        for plugin in configuration.plugins {
            let grant = environment.environment(for: plugin.registration.name)
            let blueprint = plugin.blueprint(environment: grant) { adjust(plugin.registration.name, &$0) }
            if plugin.isEnabled { blueprints.append(blueprint) }
            supervisors.append(
                PluginSupervisor(
                    plugin: plugin, contracts: plugin.contracts(of: blueprint), environment: grant, router: router,
                    onChange: { change.yield() }))
        }
        self.supervisors = supervisors
        admission = try Admission(of: blueprints, under: rootPlan)
    }

    /// Runs the plugins around a body: starts them, runs the body when each has started or failed, and stops them when
    /// it has returned.
    ///
    /// - Parameter body: What to do while they run.
    /// - Returns: What the body returns.
    /// - Throws: ``HostFailure`` when a required plugin can't start; what the body throws; `CancellationError` when the
    ///   task is cancelled while they start. Whatever was started is stopped then, too.
    public func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await run(until: Latch(), body)
    }

    /// Runs the plugins around a body, as ``run(_:)`` does; and gives up starting them when a latch is opened.
    ///
    /// - Parameters:
    ///   - stop: Opened to give up.
    ///   - askForTime: Told, before something begins that has a limit, how long it may take.
    ///   - body: What to do while they run.
    /// - Returns: What the body returns.
    /// - Throws: What ``run(_:)`` throws.
    func run<Result: Sendable>(
        until stop: Latch, askingForTime askForTime: @escaping @Sendable (Duration) -> Void = { _ in },
        _ body: () async throws -> Result
    ) async throws -> Result {
        let root = try await Scope.open(rootPlan)
        let places = places(under: root, askingForTime: askForTime)
        let outcome: Swift.Result<Result, any Error> = await withTaskGroup(of: Void.self) { group in
            for (supervisor, place) in places {
                group.addTask {
                    await supervisor.run(at: place)
                    if supervisor.failure != nil, supervisor.plugin.supervision.required { self.requiredFailed.open() }
                }
            }
            let outcome: Swift.Result<Result, any Error>
            do {
                try await waitUntilStarted(places.map(\.0), until: stop)
                outcome = .success(try await body())
            } catch {
                outcome = .failure(error)
            }
            for (supervisor, _) in places { supervisor.stop() }
            await group.waitForAll()
            return outcome
        }
        let stuck = places.map(\.0).filter(\.isStuck).map(\.name)
        guard stuck.isEmpty else {
            // The root can't close before what is stuck ends, which may be never.
            environment.logger("trellis").error(
                "plugins that are stuck were not closed", metadata: ["plugins": "\(stuck.joined(separator: ", "))"])
            return try outcome.get()
        }
        environment.logger("trellis").log(await root.close())
        return try outcome.get()
    }

    /// The clock of the host.
    var clock: WallClock { environment.clock }

    /// The contracts of what the plugins serve, whether they run or not.
    var contracts: [VarlinkContract] { supervisors.flatMap(\.contracts.all) }

    /// What a plugin says it is doing.
    func text(of plugin: String) -> String? { texts.text(of: plugin) }

    /// Why the daemon can't go on: the failure of a required plugin.
    ///
    /// Of several, that of the one that starts first: the others may have failed because they need it.
    var requiredFailure: HostFailure? {
        admission.plans.lazy.compactMap { plan in self.supervisors.first { $0.name == plan.name } }
            .filter(\.plugin.supervision.required).compactMap(\.failure).first
    }

    /// Where each enabled plugin stands among the others.
    private func places(
        under root: Scope, askingForTime askForTime: @escaping @Sendable (Duration) -> Void
    ) -> [(PluginSupervisor, PluginSupervisor.Place)] {
        let named = Dictionary(uniqueKeysWithValues: supervisors.map { ($0.name, $0) })
        return admission.plans.compactMap { plan in
            guard let supervisor = named[plan.name] else { return nil }
            let place = PluginSupervisor.Place(
                plan: plan, root: root,
                awaited: admission.waits(of: plan.name).compactMap { named[$0] },
                needs: Set(admission.requirements(of: plan.name)),
                dependents: admission.plans.map(\.name).filter { admission.waits(of: $0).contains(plan.name) }
                    .compactMap { named[$0] },
                askForTime: askForTime)
            return (supervisor, place)
        }
    }

    private func waitUntilStarted(_ supervisors: [PluginSupervisor], until stop: Latch) async throws {
        try await withCancellation(when: stop) {
            for supervisor in supervisors {
                await supervisor.settled.wait()
                try Task.checkCancellation()
            }
        }
        if let failure = requiredFailure { throw failure }
    }
}
