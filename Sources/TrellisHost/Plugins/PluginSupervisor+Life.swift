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

        /// How long it may take to close one of the plugin's scopes, when nothing in it keeps within its limit: the
        /// limit is that of one instance.
        func closingTime(of plan: Plan) -> Duration {
            plan.blueprint.closingTimeLimit * max(1, plan.blueprint.bindings.count)
        }
    }

    /// Lives the plugin's life, on the plugin's executor, and returns at its end.
    func run(at place: Place) async {
        await withTaskExecutorPreference(executor) { await live(at: place) }
    }

    private func live(at place: Place) async {
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
        ] { try Directory.make(path, purpose: "\(purpose) directory") }
        let limit = plugin.supervision.timeoutStart
        place.askForTime(limit)
        let scopes = try await withCancellation(when: stopping) {
            try await withTimeLimit(limit, clock: self.environment.clock) { try await self.open(at: place) }
        }
        hold(scopes)
        try router.replace([], with: registrations(of: scopes))
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
                own: own, generation: generation, sessions: PluginSessions(of: generation, executor: executor))
        } catch {
            place.askForTime(place.closingTime(of: place.plan))
            let report = await own.close()
            if !report.isClean { environment.logger.warning("\(report)") }
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
                        try await serviceGroup.run()
                    } catch {
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
        place.askForTime(place.closingTime(of: scopes.generation.plan) + place.closingTime(of: place.plan))
        for report in [await scopes.generation.close(), await scopes.own.close()] where !report.isClean {
            environment.logger.warning("the plugin did not close well", metadata: ["report": "\(report)"])
        }
        if failure == nil { change(to: .stopped) }
    }
}
