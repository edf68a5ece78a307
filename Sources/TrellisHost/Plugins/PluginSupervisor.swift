import HostInterface
import Logging
import Synchronization
import Trellis

/// A plugin of the daemon, with the state that remains between its lives.
///
/// ``Supervision`` decides when a life begins and ends.
final class PluginSupervisor: Sendable {
    /// The name of the plugin.
    let name: String

    /// The blueprint of the plugin.
    let blueprint: Blueprint

    /// The contracts of the plugin's interfaces.
    let contracts: PluginContracts

    /// The plugin's environment.
    let environment: PluginEnvironment

    /// The router on which the plugin's interfaces are registered while it runs.
    let router: VarlinkRouter

    /// The executor of the plugin's tasks.
    let executor: PluginExecutor

    /// Called when abandoned code of the plugin has ended.
    private let onRelease: @Sendable () -> Void

    /// Reports a fault of the plugin.
    let report: @Sendable (PluginFault) -> Void

    private struct State {
        var plugin: ConfiguredPlugin
        var placeholders: [VarlinkRegistration] = []
        var life: PluginLife?
        /// The number of operations that exceeded their limit and still run.
        var stuck = 0
    }

    private let state: Mutex<State>

    /// Creates the supervisor of a plugin that does not run.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - blueprint: The blueprint of the plugin.
    ///   - environment: The environment of the plugin.
    ///   - router: The router on which its interfaces are registered.
    ///   - onRelease: Called when abandoned code of the plugin has ended.
    ///   - report: Reports a fault of the plugin.
    init(
        plugin: ConfiguredPlugin, blueprint: Blueprint, environment: PluginEnvironment, router: VarlinkRouter,
        onRelease: @escaping @Sendable () -> Void, report: @escaping @Sendable (PluginFault) -> Void
    ) {
        name = plugin.registration.name
        self.blueprint = blueprint
        contracts = plugin.contracts(of: blueprint)
        state = Mutex(State(plugin: plugin))
        self.environment = environment
        self.router = router
        self.onRelease = onRelease
        self.report = report
        executor = PluginExecutor(plugin: plugin.registration.name)
    }

    /// The plugin with its configuration.
    var plugin: ConfiguredPlugin {
        get { state.withLock(\.plugin) }
        set { state.withLock { $0.plugin = newValue } }
    }

    /// The current life, from its start to its end.
    var life: PluginLife? {
        get { state.withLock(\.life) }
        set {
            // The previous value is released outside the lock, because its deinitializers are foreign code.
            let old = state.withLock { state in
                defer { state.life = newValue }
                return state.life
            }
            withExtendedLifetime(old) {}
        }
    }

    /// The registrations that serve the plugin's interfaces while the plugin does not run; none while it is disabled.
    var placeholders: [VarlinkRegistration] {
        get { state.withLock(\.placeholders) }
        set { state.withLock { $0.placeholders = newValue } }
    }

    /// Whether abandoned code of the plugin still runs.
    var isStuck: Bool { state.withLock { $0.stuck > 0 } }

    /// Counts an operation that may exceed its limit.
    func beginOperation() { state.withLock { $0.stuck += 1 } }

    /// Ends the count of an operation.
    /// - Parameter wasAbandoned: Whether it had exceeded its limit.
    func endOperation(wasAbandoned: Bool) {
        state.withLock { $0.stuck -= 1 }
        if wasAbandoned { onRelease() }
    }
}

/// The scopes of a running plugin.
struct PluginScopes: Sendable {
    /// The plugin's own scope, with the carried instances.
    var own: Scope

    /// The scope inside the plugin's own scope, with all other instances.
    var generation: Scope

    /// The scopes of the connected clients, inside the generation.
    var sessions: PluginSessions
}
