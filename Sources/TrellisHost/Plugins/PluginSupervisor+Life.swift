import HostInterface
import Logging
import ServiceLifecycle
import Trellis

extension PluginSupervisor {
    /// Where a plugin stands among the others.
    struct Place: Sendable {
        /// What it is made of.
        var plan: Plan

        /// The scope above it.
        var root: Scope

        /// Those that start before it.
        var awaited: [PluginSupervisor]

        /// The names of those among them that it can't do without.
        var needs: Set<String>

        /// Those that start after it, and so end before it.
        var dependents: [PluginSupervisor]

        /// Told, before something begins that has a limit, how long it may take.
        var askForTime: @Sendable (Duration) -> Void
    }

    /// How long services have to end once they are cancelled, before they are abandoned.
    private static let cancellationTime = Duration.seconds(1)

    /// How long it may take to close the plugin's scopes: twice the limit of one instance.
    private var closingTime: Duration { plugin.supervision.timeoutStop * 2 }

    /// Lives the plugin's life, and returns at its end.
    ///
    /// It does not run on the plugin's executor, whose threads the plugin may block: what does is within ``perform``.
    func run(at place: Place) async {
        defer { ended.open() }
        do {
            try await start(at: place)
        } catch {
            if stopping.isOpen {
                environment.logger.info("the plugin was stopped while it started", metadata: ["error": "\(error)"])
                change(to: .stopped)
            } else {
                fail(HostFailure(starting: name, error))
            }
            settled.open()
            return
        }
        change(to: .running)
        settled.open()
        await work(at: place)
        for dependent in place.dependents {
            if failure != nil { dependent.stop() }
            // Under cancellation too: what they use is closed only when they are.
            await dependent.ended.waitDespiteCancellation()
        }
        await close(at: place)
    }

    private func start(at place: Place) async throws {
        for other in place.awaited {
            await other.settled.wait()
            guard let failure = other.failure, place.needs.contains(other.name) else { continue }
            throw HostFailure(
                failure.exitStatus, "it needs the plugin \(other.name), which failed: \(failure.sentence)",
                advice: failure.advice, errno: failure.errno)
        }
        change(to: .starting)
        for (path, purpose) in [
            (environment.directories.state, "state"), (environment.directories.cache, "cache"),
            (environment.directories.runtime, "runtime"),
        ] { try Directory.make(path, purpose: "\(purpose) directory", protection: .own) }
        let limit = plugin.supervision.timeoutStart
        place.askForTime(limit)
        let scopes = try await perform(.start, grace: plugin.supervision.timeoutStop) {
            let reason = await self.endOfStart(after: limit)
            if !Task.isCancelled { place.askForTime(self.plugin.supervision.timeoutStop) }
            return reason
        } discarding: { scopes in
            await self.close(scopes, at: place)
        } _: {
            try await self.open(at: place)
        }
        do {
            try router.replace([], with: registrations(of: scopes))
        } catch {
            await close(scopes, at: place)
            throw error
        }
        hold(scopes)
    }

    /// Waits until a start has to end: because it takes too long, or because the plugin shall stop.
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

    private func open(at place: Place) async throws -> PluginScopes {
        let siblings = place.awaited.compactMap { $0.scopes?.own }
        let own = try await place.root.open(place.plan, importing: siblings)
        do {
            guard let plan = place.plan.nested(ConfiguredPlugin.generation) else {
                preconditionFailure("every plugin's blueprint has a generation nested in it")
            }
            let generation = try await own.open(plan, importing: siblings)
            return PluginScopes(
                own: own, generation: generation,
                sessions: PluginSessions(of: generation, executor: executor, logger: environment.logger))
        } catch {
            let report = await own.close()
            environment.logger.log(report)
            throw error
        }
    }

    /// How what the plugin serves is reached: each interface of its own, and those of the connections' sessions.
    private func registrations(of scopes: PluginScopes) throws -> [VarlinkRegistration] {
        let shared = try scopes.generation.contributions(to: (any VarlinkInterface).self)
        let sessions = scopes.sessions
        return shared.map { VarlinkRegistration($0, executorPreference: executor) }
            + contracts.session.map { contract in
                VarlinkRegistration(contract: contract, executorPreference: executor) { call in
                    let interface = try await sessions.interface(contract.name, for: call.context)
                    try await interface.handle(call)
                }
            }
    }

    /// Runs the plugin's services, until it shall stop or one of them fails.
    private func work(at place: Place) async {
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
                    .init(service: $0, successTerminationBehavior: .ignore, failureTerminationBehavior: .cancelGroup)
                }, logger: environment.logger)
            configuration.maximumGracefulShutdownDuration = plugin.supervision.timeoutStop
            let serviceGroup = ServiceGroup(configuration: configuration)
            if !services.isEmpty {
                group.addTask {
                    do {
                        try await self.perform(.services) {
                            await self.stopping.wait()
                            let limit = self.plugin.supervision.timeoutStop
                            _ = try? await Task.sleep(for: limit + Self.cancellationTime)
                            return TimeLimitExceeded(limit: limit)
                        } _: {
                            try await serviceGroup.run()
                        }
                    } catch {
                        if self.isStuck { return }
                        self.fail(HostFailure(running: self.name, error))
                        self.stop()
                    }
                }
            }
            await stopping.wait()
            if failure == nil { change(to: .stopping) }
            place.askForTime(plugin.supervision.timeoutStop)
            await serviceGroup.triggerGracefulShutdown()
        }
    }

    private func close(at place: Place) async {
        router.unregister(contracts.all.map(\.name))
        guard let scopes else { return }
        hold(nil)
        await close(scopes, at: place)
        if failure == nil { change(to: .stopped) }
    }

    private func close(_ scopes: PluginScopes, at place: Place) async {
        let limit = closingTime
        place.askForTime(limit)
        // That it takes too long is in the log, and nothing depends on its end.
        try? await perform(.closing) {
            _ = try? await Task.sleep(for: limit)
            return TimeLimitExceeded(limit: limit)
        } _: {
            self.environment.logger.log(await scopes.generation.close())
            self.environment.logger.log(await scopes.own.close())
        }
    }
}
