import HostConfiguration
import HostInterface
import Logging
import Synchronization
import Trellis

/// A plugin of the daemon, with the state that remains between its lives.
///
/// ``Supervision`` decides when a life begins and ends.
final class HostedPlugin: Sendable {
    /// The name of the plugin.
    let name: String

    /// The plugin's environment.
    let environment: PluginEnvironment

    /// The router on which the plugin's interfaces are registered while it runs.
    let router: VarlinkRouter

    /// The executor of the plugin's tasks.
    let executor: PluginExecutor

    /// The tasks that the plugin started by its environment.
    let tasks: PluginTasks

    /// The records of the plugin's jobs.
    let jobs = JobRecords()

    /// The last runs of jobs that are remembered across restarts.
    let jobMemory: JobMemory

    /// Reports a fault of the plugin.
    let report: @Sendable (PluginFault) -> Void

    private struct State {
        var declaration: PluginDeclaration
        var registered: PluginDeclaration
        var placeholders: [VarlinkRegistration] = []
        var life: PluginLife?
        /// The number of operations that exceeded their limit and still run.
        var stuck = 0
    }

    private let state: Mutex<State>

    /// Creates a plugin that does not run.
    ///
    /// - Parameters:
    ///   - declaration: The plugin with its configuration and its blueprint.
    ///   - environment: The environment of the plugin.
    ///   - router: The router on which its interfaces are registered.
    ///   - executor: The executor of the plugin's tasks.
    ///   - tasks: The tasks that the plugin started by its environment.
    ///   - jobMemory: The last runs of jobs that are remembered across restarts.
    ///   - report: Reports a fault of the plugin.
    init(
        _ declaration: PluginDeclaration, environment: PluginEnvironment, router: VarlinkRouter,
        executor: PluginExecutor, tasks: PluginTasks, jobMemory: JobMemory,
        report: @escaping @Sendable (PluginFault) -> Void
    ) {
        name = declaration.plugin.registration.name
        state = Mutex(State(declaration: declaration, registered: declaration))
        self.environment = environment
        self.router = router
        self.report = report
        (self.executor, self.tasks, self.jobMemory) = (executor, tasks, jobMemory)
    }

    /// The plugin with its configuration and its blueprint, for its next life.
    var declaration: PluginDeclaration {
        get { state.withLock(\.declaration) }
        set { state.withLock { $0.declaration = newValue } }
    }

    /// The plugin with its configuration.
    var plugin: ConfiguredPlugin {
        get { state.withLock(\.declaration.plugin) }
        set { state.withLock { $0.declaration.plugin = newValue } }
    }

    /// The declaration of the current life or, without a life, of the placeholders.
    var registered: PluginDeclaration {
        get { state.withLock(\.registered) }
        set { state.withLock { $0.registered = newValue } }
    }

    /// The contracts of the plugin's interfaces: those of ``registered``.
    var contracts: PluginContracts { registered.contracts }

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

    /// Counts code that is abandoned.
    func noteAbandoned() { state.withLock { $0.stuck += 1 } }

    /// Ends the count of abandoned code.
    func noteAbandonedEnded() { state.withLock { $0.stuck -= 1 } }
}

extension [HostedPlugin] {
    /// The blueprints of the plugins that a configuration enables, and the declarations of the others.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - new: The declarations that replace the present ones. Default: none.
    /// - Returns: The blueprints.
    func blueprints(
        in configuration: LoadedConfiguration, replacing new: [Supervision.Index: PluginDeclaration] = [:]
    ) -> PluginPlans.Blueprints {
        var blueprints: PluginPlans.Blueprints = ([], [])
        for (index, plugin) in configuration.plugins.enumerated() {
            let declaration = new[index] ?? self[index].declaration
            if plugin.isEnabled {
                blueprints.enabled.append(declaration.blueprint)
            } else {
                blueprints.disabled.append(declaration)
            }
        }
        return blueprints
    }

    /// The plugins that each plugin requires; none for a disabled one.
    func requirements(in plans: PluginPlans) -> [Supervision.Index: [Supervision.Index]] {
        requirements(in: plans, of: indices)
    }

    /// The plugins that each of some plugins requires.
    func requirements(
        in plans: PluginPlans, of plugins: some Collection<Supervision.Index>
    ) -> [Supervision.Index: [Supervision.Index]] {
        if plugins.isEmpty { return [:] }
        let indices = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.name, $0) })
        return Dictionary(
            uniqueKeysWithValues: plugins.map { index in
                (index, (plans[self[index].name]?.requirements ?? []).compactMap { indices[$0] }.sorted())
            })
    }
}
