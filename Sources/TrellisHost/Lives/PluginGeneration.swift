import HostInterface
import HostSupport
import ServiceLifecycle
import Synchronization
import Trellis

/// A generation of a plugin: the scope of all instances that are not carried, with its calls and services.
///
/// Each generation of a life has another configuration. One of them is current; earlier ones finish their calls and
/// sessions, and a prepared one runs its services but serves no calls yet.
final class PluginGeneration: Sendable {
    private enum Phase {
        case prepared
        /// The generation serves calls, but the reload in progress is rolled back if a service fails.
        case unconfirmed
        case current
        /// Another generation is current; the users of this one are to leave.
        case replaced(Succession<PluginGeneration>.Term)
        /// The generation is no longer in use, or never was.
        case discarded
    }

    private struct State {
        var phase = Phase.prepared
        var failure: HostFailure?
        var hasReturned = false

        var isCurrent: Bool {
            switch phase {
            case .unconfirmed, .current: true
            case .prepared, .replaced, .discarded: false
            }
        }
    }

    /// The scope, inside the plugin's own scope.
    let scope: Scope

    /// The calls that the generation serves.
    let calls = CallsInProgress()

    /// The services that run.
    let services = RunningCode()

    /// The interfaces with one instance for all connections, by name.
    let interfaces: [String: any VarlinkInterface]

    /// The jobs.
    let jobs: [ScheduledJob]

    /// Signaled when the generation becomes the current one.
    let began = OneShotEvent()

    /// Signaled when another generation is current, or this one was discarded.
    let retired = OneShotEvent()

    /// Signaled when the scope of a retired generation has closed.
    let closed = OneShotEvent()

    /// Whether a failure of the generation can be noticed: it has services, jobs or health checks.
    let isObserved: Bool

    private let health: HealthMonitor
    private let records: JobRecords
    private let state = Mutex(State())

    /// Creates a prepared generation.
    ///
    /// - Parameters:
    ///   - scope: The open scope.
    ///   - hosted: The plugin.
    /// - Throws: `PluginFailure` when two jobs have one name; `ScopeClosed` when the scope has closed.
    init(_ scope: Scope, of hosted: HostedPlugin) throws {
        self.scope = scope
        health = HealthMonitor(clock: hosted.environment.clock, executor: hosted.executor)
        let shared = try scope.contributions(to: (any VarlinkInterface).self)
        let services = try scope.contributions(to: (any Service).self)
        jobs = try scope.contributions(to: ScheduledJob.self)
        records = hosted.jobs
        isObserved = try !services.isEmpty || !jobs.isEmpty || !scope.contributions(to: (any HealthCheck).self).isEmpty
        interfaces = Dictionary(shared.map { (type(of: $0).contract.name, $0) }) { first, _ in first }
        let names = jobs.map(\.name)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw PluginFailure(.software, "two jobs have the name \(name)", advice: "Rename one of them")
        }
    }

    /// Whether the generation is the current one, confirmed or not.
    var isCurrent: Bool { state.withLock(\.isCurrent) }

    /// The users of the generation, after another one has replaced it.
    var users: Succession<PluginGeneration>.Term? {
        state.withLock { state in if case .replaced(let users) = state.phase { users } else { nil } }
    }

    /// The failure of a service before the generation was confirmed.
    var failure: HostFailure? { state.withLock(\.failure) }

    /// Runs the health checks, and reads the outcomes of the jobs.
    ///
    /// - Returns: The first problem; nil when all checks report a healthy plugin and no job has failed last.
    func problem() async -> String? {
        let problem = await health.problem(of: (try? scope.contributions(to: (any HealthCheck).self)) ?? [])
        return problem ?? records.problem(in: self)
    }

    /// Cancels the health checks that run, and starts no further ones.
    ///
    /// - Returns: The types of the checks, and the tasks that end with them.
    func endChecks() -> [(name: String, task: Task<Void, Never>)] { health.cancelAll() }

    /// Makes the generation the current one, which is not confirmed yet.
    ///
    /// - Returns: Whether all services have returned already.
    func becomeCurrent() -> Bool {
        records.set(jobs)
        defer { began.signal() }
        return state.withLock { state in
            state.phase = .unconfirmed
            return state.hasReturned
        }
    }

    /// Confirms the generation, if it is still the current one: the plugin fails with it from now on.
    ///
    /// - Returns: The failure of a service, if one has failed already.
    func confirm() -> HostFailure? {
        state.withLock { state in
            guard case .unconfirmed = state.phase else { return nil }
            defer { state.failure = nil }
            state.phase = .current
            return state.failure
        }
    }

    /// Ends the use of the generation.
    ///
    /// - Parameter users: The users of the replaced generation; nil if the generation was discarded.
    func retire(_ users: Succession<PluginGeneration>.Term?) {
        state.withLock { $0.phase = users.map { .replaced($0) } ?? .discarded }
        retired.signal()
    }

    /// Forgets the users of the generation, which reference the generation in turn.
    func forgetUsers() {
        // The users are released outside the lock, because they may hold the last reference to the scope.
        let users = state.withLock { state in
            guard case .replaced(let users) = state.phase else { return PluginSessions.Use?.none }
            state.phase = .discarded
            return users
        }
        withExtendedLifetime(users) {}
    }

    /// Records the failure of a service.
    ///
    /// - Returns: Whether the plugin fails with it: the generation is current and confirmed.
    func fail(with failure: HostFailure) -> Bool {
        state.withLock { state in
            switch state.phase {
            case .current: return true
            case .prepared, .unconfirmed:
                if state.failure == nil { state.failure = failure }
                return false
            case .replaced, .discarded: return false
            }
        }
    }

    /// Records that all services have returned.
    ///
    /// - Returns: Whether the generation is the current one.
    func finish() -> Bool {
        state.withLock { state in
            state.hasReturned = true
            return state.isCurrent
        }
    }
}

/// The scopes of a running plugin.
struct PluginScopes: Sendable {
    /// The plugin's own scope, with the carried instances.
    var own: Scope

    /// The scopes inside the plugin's own scope, with all other instances.
    var generations: Succession<PluginGeneration>

    /// The scopes of the connected clients, inside the generations.
    var sessions: PluginSessions
}
