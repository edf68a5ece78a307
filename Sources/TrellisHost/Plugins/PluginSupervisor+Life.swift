import HostInterface
import Logging
import ServiceLifecycle
import Trellis

extension PluginSupervisor {
    /// The relation of a plugin to the root scope and the other plugins.
    struct Context: Sendable {
        /// The plan of the plugin's scopes.
        var plan: Plan

        /// The parent scope.
        var root: Scope

        /// The plugins that start before this one.
        var predecessors: [PluginSupervisor]

        /// The names of the predecessors without which this plugin cannot start.
        var requirements: Set<String>

        /// The plugins that start after this one, and stop before it.
        var dependents: [PluginSupervisor]

        /// Requests time from systemd for an operation with a time limit.
        var requestTime: @Sendable (Duration) -> Void
    }

    /// The time that services have to end after their cancellation, before they are abandoned.
    private static let cancellationTime = Duration.seconds(1)

    /// The time limit for closing the plugin's scopes: twice the limit of one instance.
    private var closingTime: Duration { plugin.supervision.timeoutStop * 2 }

    /// Runs the plugin, from its start to its stop.
    ///
    /// It does not run on the plugin's executor, whose threads the plugin may block; code of the plugin runs in
    /// ``perform``.
    func run(in context: Context) async {
        defer { ended.signal() }
        do {
            try await start(in: context)
        } catch {
            if stopping.isSignaled {
                environment.logger.log(
                    .pluginStopped, "the plugin was stopped while it started: \(error)",
                    metadata: ["error": "\(error)"])
                change(to: .stopped)
            } else {
                fail(HostFailure(starting: name, error))
            }
            settled.signal()
            return
        }
        change(to: .running)
        settled.signal()
        await work(in: context)
        for dependent in context.dependents {
            if failure != nil { dependent.stop() }
            // Also if this task is cancelled: the dependents use this plugin's instances until they have ended.
            await dependent.ended.waitIgnoringCancellation()
        }
        await close(in: context)
    }

    private func start(in context: Context) async throws {
        for other in context.predecessors {
            await other.settled.wait()
            guard let failure = other.failure, context.requirements.contains(other.name) else { continue }
            throw HostFailure(
                failure.exitStatus, "it needs the plugin \(other.name), which failed", errno: failure.errno)
        }
        change(to: .starting)
        for (path, purpose) in [
            (environment.directories.state, "state"), (environment.directories.cache, "cache"),
            (environment.directories.runtime, "runtime"),
        ] { try Directory.create(path, purpose: "\(purpose) directory", protection: .own) }
        let limit = plugin.supervision.timeoutStart
        context.requestTime(limit)
        let scopes = try await perform(.start, grace: plugin.supervision.timeoutStop) {
            let reason = await self.endOfStart(after: limit)
            if !Task.isCancelled { context.requestTime(self.plugin.supervision.timeoutStop) }
            return reason
        } discarding: { scopes in
            await self.close(scopes, in: context)
        } _: {
            try await self.open(in: context)
        }
        do {
            try router.replace([], with: registrations(of: scopes))
        } catch {
            await close(scopes, in: context)
            throw error
        }
        setScopes(scopes)
    }

    /// Waits until the start takes too long or the plugin is to stop, and returns the reason.
    private func endOfStart(after limit: Duration) async -> any Error {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.stopping.wait()
                return true
            }
            group.addTask {
                _ = try? await self.environment.clock.sleep(limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() == true ? CancellationError() : TimeLimitExceeded(limit: limit)
        }
    }

    private func open(in context: Context) async throws -> PluginScopes {
        let siblings = context.predecessors.compactMap { $0.scopes?.own }
        let own = try await context.root.open(context.plan, importing: siblings)
        do {
            guard let plan = context.plan.nested(ConfiguredPlugin.generation) else {
                preconditionFailure("the blueprint of every plugin has a nested generation")
            }
            let generation = try await own.open(plan, importing: siblings)
            return PluginScopes(
                own: own, generation: generation,
                sessions: PluginSessions(of: generation, executor: executor, logger: environment.logger))
        } catch {
            environment.logger.log(await own.close())
            throw error
        }
    }

    /// Runs the plugin's services, until the plugin is to stop or one of them fails.
    private func work(in context: Context) async {
        let services: [any Service]
        do {
            services = try scopes?.generation.contributions(to: (any Service).self) ?? []
        } catch {
            fail(HostFailure(running: name, error))
            return
        }
        await withTaskGroup(of: Void.self) { group in
            var configuration = ServiceGroupConfiguration(
                services: services.map {
                    .init(
                        service: NamedService(service: $0, running: self.services),
                        successTerminationBehavior: .ignore, failureTerminationBehavior: .cancelGroup)
                }, logger: environment.logger)
            configuration.maximumGracefulShutdownDuration = plugin.supervision.timeoutStop
            let serviceGroup = ServiceGroup(configuration: configuration)
            if !services.isEmpty {
                group.addTask {
                    do {
                        try await self.perform(.services) {
                            await self.stopping.wait()
                            let limit = self.plugin.supervision.timeoutStop
                            guard (try? await Task.sleep(for: limit)) != nil else { return CancellationError() }
                            self.reportOverdueServices(after: limit)
                            _ = try? await Task.sleep(for: Self.cancellationTime)
                            return TimeLimitExceeded(limit: limit)
                        } _: {
                            try await serviceGroup.run()
                        }
                    } catch {
                        // Services that were cancelled, because the plugin was to stop, are reported above.
                        if self.isStuck || error is CancellationError && self.stopping.isSignaled { return }
                        self.fail(HostFailure(running: self.name, error))
                        self.stop()
                    }
                }
            }
            await stopping.wait()
            if failure == nil { change(to: .stopping) }
            context.requestTime(plugin.supervision.timeoutStop)
            await serviceGroup.triggerGracefulShutdown()
        }
    }

    /// Logs the services that have not ended within the limit, after which they are cancelled.
    private func reportOverdueServices(after limit: Duration) {
        let names = services.names.joined(separator: ", ")
        guard !names.isEmpty else { return }
        environment.logger.log(
            .servicesOverdue, "services did not stop within \(limit.systemdText), and were cancelled: \(names)",
            metadata: ["services": "\(names)"])
    }

    private func close(in context: Context) async {
        router.unregister(contracts.all.map(\.name))
        guard let scopes else { return }
        setScopes(nil)
        await close(scopes, in: context)
        if failure == nil { change(to: .stopped) }
    }

    private func close(_ scopes: PluginScopes, in context: Context) async {
        let limit = closingTime
        context.requestTime(limit)
        // An exceeded limit is logged, and nothing else depends on the closing.
        try? await perform(.closing) {
            _ = try? await Task.sleep(for: limit)
            return TimeLimitExceeded(limit: limit)
        } _: {
            self.environment.logger.log(await scopes.generation.close())
            self.environment.logger.log(await scopes.own.close())
        }
    }
}
