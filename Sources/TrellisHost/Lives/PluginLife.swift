import HostConfiguration
import HostInterface
import HostSupport
import Logging
import Synchronization
import Trellis

/// One life of a plugin: opens its scopes, runs its generations, and closes the scopes.
///
/// A life reports its events. Even after a failure, it ends only when ``stop()`` is called, because the plugins that
/// hold its instances end first.
final class PluginLife: Sendable {
    /// The relation of the life to the root scope and the other plugins.
    struct Context: Sendable {
        /// The plan of the plugin's own scope.
        var plan: Plan

        /// The plan of the first generation.
        var generation: Plan

        /// The parent scope.
        var root: Scope

        /// The own scopes of other plugins, whose instances the life may hold.
        var siblings: [Scope]

        /// The extension points and contributions of the running plugins.
        var extensions: ExtensionRegistry

        /// Signaled when no further generation is to start, because the daemon stops.
        var startsEnded: OneShotEvent

        /// Serves the plugin's interfaces while it does not run.
        var placeholders: [VarlinkRegistration]

        /// Requests time from systemd for an operation with a time limit.
        var requestTime: @Sendable (Duration) -> Void

        /// Reports an event.
        var report: @Sendable (PluginStateMachine.Event) -> Void

        /// Reports that code has ended which the life had abandoned.
        var reportAbandonedEnded: @Sendable () -> Void

        /// Signals to a reload in progress that a generation has failed that is not confirmed.
        var signalFailure: @Sendable () -> Void
    }

    /// The time that code of the plugin has to end after its cancellation, before it is abandoned.
    static let cancellationTime = Duration.seconds(1)

    /// The plugin.
    let hosted: HostedPlugin

    let context: Context

    /// The access of other plugins to the contributions of this one.
    let access: ExtensionAccess

    /// Signaled when the life is to end.
    let stopping = OneShotEvent()

    /// Signaled when the interfaces of the plugin are no longer registered, so that its generations can end.
    let ending = OneShotEvent()

    /// The generations that are prepared while the plugin runs.
    let (successors, successor) = AsyncStream.makeStream(of: PluginGeneration.self)

    private struct State {
        var scopes: PluginScopes?
        var generations: [PluginGeneration] = []
    }

    private let state = Mutex(State())

    /// Creates a life that has not begun.
    init(of hosted: HostedPlugin, in context: Context) {
        self.hosted = hosted
        self.context = context
        access = ExtensionAccess(to: hosted)
    }

    /// The plugin's name.
    var name: String { hosted.name }

    /// The plugin's logger.
    var logger: Logger { hosted.environment.logger }

    /// The time limits of the plugin.
    var limits: SupervisionConfiguration { hosted.plugin.supervision }

    /// The plugin's scopes, while they are open.
    private(set) var scopes: PluginScopes? {
        get { state.withLock(\.scopes) }
        set {
            // The previous value is released outside the lock, because its deinitializers are foreign code.
            let old = state.withLock { state in
                defer { state.scopes = newValue }
                return state.scopes
            }
            withExtendedLifetime(old) {}
        }
    }

    /// The generations whose calls or services may still run.
    var generations: [PluginGeneration] { state.withLock(\.generations) }

    /// Ends the life.
    ///
    /// The caller ensures that no plugin holds its instances any more.
    func stop() { stopping.signal() }

    /// Requests time from systemd for an operation with a time limit.
    func requestTime(_ limit: Duration) { context.requestTime(limit) }

    /// Reports an event of the life.
    func report(_ event: PluginStateMachine.Event) { context.report(event) }

    /// Runs the health checks of the current generation.
    ///
    /// - Returns: The first problem; nil when all checks report a healthy plugin, or when the plugin or the daemon is to stop.
    func problem() async -> String? {
        guard let generation = scopes?.generations.value else { return nil }
        return await problem(of: generation)
    }

    /// Whether a failure of the current generation can be noticed: it has services, jobs or health checks.
    var isObserved: Bool { scopes?.generations.value.isObserved == true }

    /// Runs the life to its end.
    ///
    /// The life does not run on the plugin's executor, whose threads the plugin may block; code of the plugin runs in
    /// ``perform``. Cancelling the current task has no effect.
    func run() async {
        if let scopes = await runGenerations() {
            await close(scopes.generation, scopes.own)
            // The closing instances may have started further tasks.
            if !scopes.hasLeakedTasks { await endTasks() }
        }
        await reportOpenFiles()
    }

    /// Starts the plugin, and runs its generations until it is to stop.
    ///
    /// The function is separate from ``run()``, so that nothing references the instances of the interfaces when the scopes
    /// close. Otherwise, they would be reported as leaks.
    ///
    /// - Returns: The scopes to close; nil when the plugin did not start.
    private func runGenerations() async -> (generation: Scope, own: Scope, hasLeakedTasks: Bool)? {
        let scopes: PluginScopes
        do {
            scopes = try await start()
        } catch {
            if stopping.isSignaled {
                let reason = error is CancellationError ? "" : ": \(error.textWithType)"
                logger.log(
                    .pluginStopped, "the plugin \(name) was stopped while it started\(reason)",
                    metadata: ["error": "\(error)"])
            } else {
                context.report(.failed(HostFailure(starting: name, error)))
            }
            await stopping.waitIgnoringCancellation()
            await endTasks()
            return nil
        }
        context.report(.started)
        await work(in: scopes)
        let hasLeaked = await endTasks()
        self.scopes = nil
        return (scopes.generations.value.scope, scopes.own, hasLeaked)
    }

    private func start() async throws -> PluginScopes {
        let directories = hosted.environment.directories
        for (path, purpose) in [
            (directories.state, "state"), (directories.cache, "cache"), (directories.runtime, "runtime"),
        ] { try Directory.create(path, purpose: "\(purpose) directory", protection: .own) }
        context.requestTime(limits.timeoutStart)
        hosted.executor.endRelief()
        hosted.tasks.open()
        hosted.jobs.beginLife()
        // The result has no instances, which would be reported as leaks when it is discarded.
        let (own, generation) = try await perform(.start, grace: limits.closingTime) {
            await self.endOfStart(within: self.limits, or: self.stopping)
        } discarding: { own, generation in
            await self.close(generation, own)
        } _: {
            try await self.open()
        }
        do {
            return try await register(own, generation)
        } catch {
            await close(generation, own)
            throw error
        }
    }

    /// Registers the interfaces and the extensions of the plugin, whose scopes are open.
    private func register(_ own: Scope, _ generation: Scope) async throws -> PluginScopes {
        let generations = Succession(try PluginGeneration(generation, of: hosted))
        let opened = PluginScopes(
            own: own, generations: generations,
            sessions: PluginSessions(
                in: generations, plugin: name, executor: hosted.executor,
                open: { open in try await self.opened(open) }, report: { await self.report($0) }))
        try hosted.router.replace(placeholderNames, with: registrations(of: opened))
        scopes = opened
        await publishExtensions(of: opened)
        return opened
    }

    /// Waits until a start takes too long or is to end, requests the time of a stop, and returns the reason.
    func endOfStart(within limits: SupervisionConfiguration, or ends: OneShotEvent...) async -> any Error {
        let limit = limits.timeoutStart
        let isStopping = await withTaskGroup(of: Bool.self) { group in
            for end in ends {
                group.addTask {
                    await end.wait()
                    return true
                }
            }
            group.addTask {
                _ = try? await self.hosted.environment.clock.sleep(limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() == true
        }
        if !Task.isCancelled { context.requestTime(limits.closingTime) }
        return isStopping ? CancellationError() : TimeLimitExceeded(limit: limit)
    }

    private func open() async throws -> (own: Scope, generation: Scope) {
        let own = try await opened { try await context.root.open(context.plan, importing: context.siblings) }
        do {
            return (own, try await opened { try await own.open(context.generation, importing: context.siblings) })
        } catch {
            await report(own.close())
            throw error
        }
    }

    /// Runs the generations of the plugin, until the plugin is to stop.
    private func work(in scopes: PluginScopes) async {
        let first = scopes.generations.value
        if first.becomeCurrent() { context.report(.returned) }
        if let failure = first.confirm() { context.report(.failed(failure)) }
        await withDiscardingTaskGroup { group in
            group.addTask {
                await self.stopping.waitIgnoringCancellation()
                self.unregister()
                self.withdrawExtensions()
                self.ending.signal()
                self.hosted.executor.probe?.interrupted()
                self.successor.finish()
            }
            group.addTask { await self.host(first) }
            for await generation in successors { group.addTask { await self.host(generation) } }
        }
    }

    /// Runs a generation while it is among ``generations``.
    private func host(_ generation: PluginGeneration) async {
        state.withLock { $0.generations.append(generation) }
        await serve(generation)
        state.withLock { state in state.generations.removeAll { $0 === generation } }
    }

    private var placeholderNames: [String] { context.placeholders.map(\.contract.name) }

    /// Rejects further calls.
    private func unregister() {
        let names = hosted.contracts.all.map(\.name)
        do throws(RegistrationError) {
            try hosted.router.replace(names, with: context.placeholders)
        } catch {
            hosted.router.unregister(names)
        }
    }

    /// Closes scopes, one after the other.
    func close(_ scopes: Scope...) async {
        // Twice the limit of one instance.
        let limit = limits.timeoutStop + limits.closingTime
        context.requestTime(limit)
        // An exceeded limit is logged, and nothing else depends on the closing.
        try? await perform(.closing) {
            _ = try? await Task.sleep(for: limit)
            return TimeLimitExceeded(limit: limit)
        } _: {
            for scope in scopes { await self.report(scope.close()) }
        }
    }
}

extension SupervisionConfiguration {
    /// The limit of closing one instance, and the time that abandoned code then has to end.
    var closingTime: Duration { timeoutStop + PluginLife.cancellationTime * 2 }
}
