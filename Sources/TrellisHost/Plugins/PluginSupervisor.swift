import Foundation
import HostInterface
import Synchronization
import Trellis

/// Owns the state of one plugin, and its life from the first wait to the last close (`run`, in an extension).
final class PluginSupervisor: Sendable {
    /// The plugin.
    let plugin: ConfiguredPlugin

    /// The contracts of what it serves, whether it runs or not.
    let contracts: PluginContracts

    /// What the host grants to it.
    let environment: PluginEnvironment

    /// Where its interfaces are reached while it runs.
    let router: VarlinkRouter

    /// What its tasks run on.
    let executor: PluginExecutor

    /// Asks its health checks.
    let health: HealthInquiries

    /// Opened when the start has ended, well or not.
    let settled = Latch()

    /// Opened when the plugin shall stop.
    let stopping = Latch()

    /// Opened when its life is over.
    let ended = Latch()

    /// Told that the plugin has come into another state.
    private let onChange: @Sendable () -> Void

    private struct State {
        var status: PluginStatus
        var failure: HostFailure?
        var scopes: PluginScopes?
        var stuck: Set<Activity> = []
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
        health = HealthInquiries(clock: environment.clock, executor: executor)
        let status = PluginStatus(
            state: plugin.isEnabled ? .waiting : .disabled, since: environment.clock.now(), reason: nil)
        state = Mutex(State(status: status))
    }

    /// The plugin's name.
    var name: String { plugin.registration.name }

    /// What the plugin looks like now.
    var status: PluginStatus { state.withLock(\.status) }

    /// Why the plugin failed, if it did.
    var failure: HostFailure? { state.withLock(\.failure) }

    /// Its scopes, while they are open.
    var scopes: PluginScopes? { state.withLock(\.scopes) }

    /// Whether code of the plugin still runs although its limit is over.
    var isStuck: Bool { state.withLock { !$0.stuck.isEmpty } }

    /// Stores whether an activity exceeds its limit.
    func note(_ activity: Activity, isStuck: Bool) {
        state.withLock { state in
            if isStuck { state.stuck.insert(activity) } else { state.stuck.remove(activity) }
        }
    }

    /// Asks the plugin to stop.
    ///
    /// It closes when those that need it have.
    func stop() { stopping.open() }

    /// Notes where the plugin is in its life.
    func change(to new: HostContract.PluginState, reason: String? = nil) {
        let now = environment.clock.now()
        state.withLock { state in
            state.status = PluginStatus(state: new, since: now, reason: reason)
        }
        onChange()
        environment.logger.debug("the plugin is \(new.rawValue)", metadata: reason.map { ["reason": "\($0)"] } ?? [:])
    }

    /// Notes that the plugin failed.
    ///
    /// Only the first failure counts: what follows from it is no reason of its own.
    func fail(_ failure: HostFailure) {
        let isFirst = state.withLock { state in
            guard state.failure == nil else { return false }
            state.failure = failure
            return true
        }
        guard isFirst else { return }
        change(to: .failed, reason: failure.description)
        environment.logger.error("the plugin failed", metadata: ["reason": "\(failure)"])
    }

    /// Asks the health checks of a plugin that runs, and notes their result.
    ///
    /// The plugin is degraded from the moment at which a check first complains until all checks find it healthy.
    func checkHealth() async {
        guard status.state.isRunning else { return }
        let complaint = await health.complaint(
            of: (try? scopes?.generation.contributions(to: (any HealthCheck).self)) ?? [])
        let now = environment.clock.now()
        let change: HealthChange? = state.withLock { state in
            // The plugin may have stopped meanwhile.
            switch (state.status.state, complaint) {
            case (.running, let complaint?):
                state.healthySince = state.status.since
                state.status = PluginStatus(state: .degraded, since: now, reason: complaint)
                return .degraded(complaint)
            case (.degraded, let complaint?) where complaint != state.status.reason:
                state.status.reason = complaint
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
            environment.logger.warning("the plugin is degraded", metadata: ["reason": "\(reason)"])
        case .recovered: environment.logger.notice("the plugin is healthy again")
        case .otherReason: break
        }
    }

    private enum HealthChange {
        case degraded(String)
        case otherReason
        case recovered
    }

    /// Notes the scopes that were opened, or that they are closed.
    func hold(_ scopes: PluginScopes?) {
        // The old value is let go of outside the lock: what it holds may run foreign code when it goes.
        let old = state.withLock { state in
            defer { state.scopes = scopes }
            return state.scopes
        }
        withExtendedLifetime(old) {}
    }
}

/// The two scopes of a plugin that runs.
struct PluginScopes: Sendable {
    /// Its own: what it carries over a reload, and exports directly.
    var own: Scope

    /// What a reload replaces.
    var generation: Scope

    /// The scopes of those who are connected, under the generation.
    var sessions: PluginSessions
}
