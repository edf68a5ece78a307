import Foundation
import HostInterface
import Synchronization
import Trellis

/// Owns the state of one plugin; an extension runs the plugin from its start to its stop.
final class PluginSupervisor: Sendable {
    /// The plugin.
    let plugin: ConfiguredPlugin

    /// The contracts of the plugin's interfaces.
    let contracts: PluginContracts

    /// The plugin's environment.
    let environment: PluginEnvironment

    /// The router on which the plugin's interfaces are registered while it runs.
    let router: VarlinkRouter

    /// The executor of the plugin's tasks.
    let executor: PluginExecutor

    /// The plugin's services that run.
    let services = RunningServices()

    /// Runs the plugin's health checks.
    let health: HealthMonitor

    /// Signaled when the plugin has started, or failed to start.
    let settled = OneShotEvent()

    /// Signaled when the plugin is to stop.
    let stopping = OneShotEvent()

    /// Signaled when the plugin has stopped.
    let ended = OneShotEvent()

    /// Called when the status of the plugin has changed.
    private let onChange: @Sendable () -> Void

    private struct State {
        var status: PluginStatus
        var failure: HostFailure?
        var scopes: PluginScopes?
        var stuck: Set<PluginActivity> = []
        /// The time at which the plugin began to run, while it is degraded.
        var healthySince: Date?
    }

    private let state: Mutex<State>

    init(
        plugin: ConfiguredPlugin, contracts: PluginContracts, environment: PluginEnvironment, router: VarlinkRouter,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.onChange = onChange
        self.plugin = plugin
        self.contracts = contracts
        self.environment = environment
        self.router = router
        executor = PluginExecutor(plugin: plugin.registration.name)
        health = HealthMonitor(clock: environment.clock, executor: executor)
        let status = PluginStatus(
            state: plugin.isEnabled ? .waiting : .disabled, since: environment.clock.now(), reason: nil)
        state = Mutex(State(status: status))
    }

    /// The plugin's name.
    var name: String { plugin.registration.name }

    /// The current status of the plugin.
    var status: PluginStatus { state.withLock(\.status) }

    /// The failure of the plugin, if it failed.
    var failure: HostFailure? { state.withLock(\.failure) }

    /// The plugin's scopes, while they are open.
    var scopes: PluginScopes? { state.withLock(\.scopes) }

    /// Whether abandoned code of the plugin still runs.
    var isStuck: Bool { state.withLock { !$0.stuck.isEmpty } }

    /// Stores whether an activity has exceeded its limit and still runs.
    func setStuck(_ isStuck: Bool, in activity: PluginActivity) {
        state.withLock { state in
            if isStuck { state.stuck.insert(activity) } else { state.stuck.remove(activity) }
        }
    }

    /// Requests the plugin to stop.
    ///
    /// It closes after the plugins that depend on it.
    func stop() { stopping.signal() }

    /// Sets the state of the plugin.
    func change(to new: HostContract.PluginState, reason: String? = nil) {
        let now = environment.clock.now()
        state.withLock { state in
            state.status = PluginStatus(state: new, since: now, reason: reason)
        }
        onChange()
        environment.logger.log(
            .pluginStateChanged, "the plugin is \(new.rawValue)", metadata: reason.map { ["reason": "\($0)"] } ?? [:])
    }

    /// Sets the failure of the plugin.
    ///
    /// Only the first failure counts, because later ones are its consequences.
    func fail(_ failure: HostFailure) {
        let isFirst = state.withLock { state in
            guard state.failure == nil else { return false }
            state.failure = failure
            return true
        }
        guard isFirst else { return }
        change(to: .failed, reason: failure.description)
        environment.logger.log(.pluginFailed, "\(failure)", metadata: ["reason": "\(failure)"])
    }

    /// Runs the health checks of a running plugin, and updates its status.
    ///
    /// The plugin is degraded from the first problem that a check reports until all checks report a healthy plugin.
    func checkHealth() async {
        guard status.state.isRunning else { return }
        let problem = await health.problem(
            of: (try? scopes?.generation.contributions(to: (any HealthCheck).self)) ?? [])
        let now = environment.clock.now()
        let change: HealthChange? = state.withLock { state in
            // The plugin may have stopped in the meantime.
            switch (state.status.state, problem) {
            case (.running, let problem?):
                state.healthySince = state.status.since
                state.status = PluginStatus(state: .degraded, since: now, reason: problem)
                return .degraded(problem)
            case (.degraded, let problem?) where problem != state.status.reason:
                state.status.reason = problem
                return .otherReason
            case (.degraded, nil):
                state.status = PluginStatus(state: .running, since: state.healthySince ?? now, reason: nil)
                return .recovered
            default: return nil
            }
        }
        guard let change else { return }
        onChange()
        switch change {
        case .degraded(let reason):
            environment.logger.log(
                .pluginDegraded, "the plugin is degraded: \(reason)", metadata: ["reason": "\(reason)"])
        case .recovered: environment.logger.log(.pluginRecovered, "the plugin is healthy again")
        case .otherReason: break
        }
    }

    private enum HealthChange {
        case degraded(String)
        case otherReason
        case recovered
    }

    /// Stores the scopes that were opened; nil before they are closed.
    func setScopes(_ scopes: PluginScopes?) {
        // The previous value is released outside the lock, because its deinitializers are foreign code.
        let old = state.withLock { state in
            defer { state.scopes = scopes }
            return state.scopes
        }
        withExtendedLifetime(old) {}
    }
}

/// The scopes of a running plugin.
struct PluginScopes: Sendable {
    /// The plugin's own scope, with the carried instances.
    var own: Scope

    /// The scope inside it, with all other instances.
    var generation: Scope

    /// The scopes of the connected clients, inside the generation.
    var sessions: PluginSessions
}
