import HostInterface
import Logging
import ServiceLifecycle
import Synchronization
import Trellis

/// One life of a plugin: opens its scopes, runs its services, and closes the scopes.
///
/// A life reports its events. Even after a failure, it ends only when ``stop()`` is called, because the plugins that
/// hold its instances end first.
final class PluginLife: Sendable {
    /// The relation of the life to the root scope and the other plugins.
    struct Context: Sendable {
        /// The plan of the plugin's scopes.
        var plan: Plan

        /// The parent scope.
        var root: Scope

        /// The own scopes of other plugins, whose instances the life may hold.
        var siblings: [Scope]

        /// Serves the plugin's interfaces while it does not run.
        var placeholders: [VarlinkRegistration]

        /// Requests time from systemd for an operation with a time limit.
        var requestTime: @Sendable (Duration) -> Void

        /// Reports an event.
        var report: @Sendable (PluginStateMachine.Event) -> Void
    }

    /// The time that services have to end after their cancellation, before they are abandoned.
    private static let cancellationTime = Duration.seconds(1)

    /// The plugin.
    let supervisor: PluginSupervisor

    /// The plugin's services that run.
    let services = RunningServices()

    /// The calls of the plugin's interfaces.
    let calls = CallsInProgress()

    private let context: Context
    private let limits: SupervisionConfiguration
    private let health: HealthMonitor
    private let stopping = OneShotEvent()
    private let openScopes = Mutex<PluginScopes?>(nil)

    /// Creates a life that has not begun.
    init(of supervisor: PluginSupervisor, in context: Context) {
        self.supervisor = supervisor
        self.context = context
        limits = supervisor.plugin.supervision
        health = HealthMonitor(clock: supervisor.environment.clock, executor: supervisor.executor)
    }

    /// The plugin's name.
    var name: String { supervisor.name }

    /// The plugin's logger.
    var logger: Logger { supervisor.environment.logger }

    /// The plugin's scopes, while they are open.
    private(set) var scopes: PluginScopes? {
        get { openScopes.withLock(\.self) }
        set {
            // The previous value is released outside the lock, because its deinitializers are foreign code.
            let old = openScopes.withLock { scopes in
                defer { scopes = newValue }
                return scopes
            }
            withExtendedLifetime(old) {}
        }
    }

    /// Ends the life.
    ///
    /// The caller ensures that no plugin holds its instances any more.
    func stop() { stopping.signal() }

    /// Reports an event of the life.
    func report(_ event: PluginStateMachine.Event) { context.report(event) }

    /// Runs the health checks.
    ///
    /// - Returns: The first problem; nil when all checks report a healthy plugin.
    func problem() async -> String? {
        await health.problem(of: (try? scopes?.generation.contributions(to: (any HealthCheck).self)) ?? [])
    }

    /// Runs the life to its end.
    ///
    /// The life does not run on the plugin's executor, whose threads the plugin may block; code of the plugin runs in
    /// ``perform``. Cancelling the current task has no effect.
    func run() async {
        do {
            try await start()
        } catch {
            if stopping.isSignaled {
                logger.log(
                    .pluginStopped, "the plugin was stopped while it started: \(error)",
                    metadata: ["error": "\(error)"])
            } else {
                context.report(.failed(HostFailure(starting: name, error)))
            }
            await stopping.waitIgnoringCancellation()
            return
        }
        context.report(.started)
        await work()
        await close()
    }

    private func start() async throws {
        let directories = supervisor.environment.directories
        for (path, purpose) in [
            (directories.state, "state"), (directories.cache, "cache"), (directories.runtime, "runtime"),
        ] { try Directory.create(path, purpose: "\(purpose) directory", protection: .own) }
        let limit = limits.timeoutStart
        context.requestTime(limit)
        supervisor.executor.endRelief()
        let opened = try await perform(.start, grace: limits.timeoutStop) {
            let reason = await self.endOfStart(after: limit)
            if !Task.isCancelled { self.context.requestTime(self.limits.timeoutStop) }
            return reason
        } discarding: { scopes in
            await self.close(scopes)
        } _: {
            try await self.open()
        }
        do {
            try supervisor.router.replace(placeholderNames, with: registrations(of: opened))
        } catch {
            await close(opened)
            throw error
        }
        scopes = opened
    }

    /// Waits until the start takes too long or the plugin is to stop, and returns the reason.
    private func endOfStart(after limit: Duration) async -> any Error {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.stopping.wait()
                return true
            }
            group.addTask {
                _ = try? await self.supervisor.environment.clock.sleep(limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() == true ? CancellationError() : TimeLimitExceeded(limit: limit)
        }
    }

    private func open() async throws -> PluginScopes {
        let own = try await context.root.open(context.plan, importing: context.siblings)
        do {
            guard let plan = context.plan.nested(ConfiguredPlugin.generation) else {
                preconditionFailure("the blueprint of every plugin has a nested generation")
            }
            let generation = try await own.open(plan, importing: context.siblings)
            return PluginScopes(
                own: own, generation: generation,
                sessions: PluginSessions(
                    of: generation, plugin: name, executor: supervisor.executor, report: supervisor.report))
        } catch {
            report(await own.close())
            throw error
        }
    }

    /// Runs the plugin's services, until the plugin is to stop.
    private func work() async {
        let found: [any Service]
        do {
            found = try scopes?.generation.contributions(to: (any Service).self) ?? []
        } catch {
            context.report(.failed(HostFailure(running: name, error)))
            found = []
        }
        guard !found.isEmpty else {
            await stopping.waitIgnoringCancellation()
            return await endCalls()
        }
        var configuration = ServiceGroupConfiguration(
            services: found.map {
                .init(
                    service: NamedService(service: $0, running: services), successTerminationBehavior: .ignore,
                    failureTerminationBehavior: .cancelGroup)
            }, logger: logger)
        configuration.maximumGracefulShutdownDuration = limits.timeoutStop
        let group = ServiceGroup(configuration: configuration)
        await withTaskGroup(of: Void.self) { tasks in
            let ending = OneShotEvent()
            tasks.addTask { await self.run(group, until: ending) }
            await stopping.waitIgnoringCancellation()
            await endCalls()
            context.requestTime(limits.timeoutStop)
            ending.signal()
            // The task is unstructured and not awaited: the group runs on the executor of its services, which may block
            // all threads.
            Task { await group.triggerGracefulShutdown() }
        }
    }

    /// Runs the services.
    ///
    /// - Parameters:
    ///   - group: The services.
    ///   - ending: Signaled when the services are to end.
    private func run(_ group: ServiceGroup, until ending: OneShotEvent) async {
        do {
            try await perform(.services) {
                await ending.wait()
                let limit = self.limits.timeoutStop
                guard (try? await Task.sleep(for: limit)) != nil else { return CancellationError() }
                self.reportOverdueServices(after: limit)
                _ = try? await Task.sleep(for: Self.cancellationTime)
                return TimeLimitExceeded(limit: limit)
            } _: {
                try await group.run()
            }
            if !ending.isSignaled { context.report(.returned) }
        } catch {
            // Services that were cancelled, because the plugin was to stop, are reported above.
            if supervisor.isStuck || error is CancellationError && ending.isSignaled { return }
            context.report(.failed(HostFailure(running: name, error)))
        }
    }

    /// Reports the services that have not ended within the limit, after which they are cancelled.
    private func reportOverdueServices(after limit: Duration) {
        let names = services.names
        if !names.isEmpty { supervisor.report(.servicesOverdue(names, limit: limit)) }
    }

    private var placeholderNames: [String] { context.placeholders.map(\.contract.name) }

    /// Rejects further calls, and waits for the calls in progress.
    private func endCalls() async {
        let names = supervisor.contracts.all.map(\.name)
        do throws(RegistrationError) {
            try supervisor.router.replace(names, with: context.placeholders)
        } catch {
            supervisor.router.unregister(names)
        }
        // The calls of a stalled plugin have already been cancelled.
        let remaining = await calls.end(
            within: calls.abandonment == nil ? limits.timeoutStop : .zero, grace: Self.cancellationTime,
            requestingTime: context.requestTime)
        guard remaining > 0 else { return }
        supervisor.report(.stuck(.calls, calls: remaining))
        supervisor.beginOperation()
        // The task is unstructured, so that nothing has to wait for the calls.
        Task { [calls, supervisor] in
            await calls.drained.wait()
            supervisor.endOperation(wasAbandoned: true)
            supervisor.report(.abandonedCodeEnded(.calls))
        }
    }

    private func close() async {
        guard let open = scopes else { return }
        scopes = nil
        await close(open)
    }

    private func close(_ scopes: PluginScopes) async {
        // Twice the limit of one instance.
        let limit = limits.timeoutStop * 2
        context.requestTime(limit)
        // An exceeded limit is logged, and nothing else depends on the closing.
        try? await perform(.closing) {
            _ = try? await Task.sleep(for: limit)
            return TimeLimitExceeded(limit: limit)
        } _: {
            self.report(await scopes.generation.close())
            self.report(await scopes.own.close())
        }
    }

    private func report(_ closing: ClosingReport) {
        for fault in closing.faults { supervisor.report(fault) }
    }
}
