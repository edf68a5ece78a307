import Foundation
import HostInterface
import Logging
import Synchronization
import Trellis

extension PluginHost {
    /// Runs the plugins while a body runs.
    ///
    /// The function starts the plugins, runs the body when each has started or failed, and then stops the plugins.
    /// In the meantime, the function restarts failed plugins as configured.
    ///
    /// - Parameter body: The body, which runs while the plugins run.
    /// - Returns: The result of the body.
    /// - Throws: ``HostFailure`` when a required plugin cannot start; the error of the body; `CancellationError` when
    ///   the task is cancelled while the plugins start. Plugins that have started are stopped in each case.
    public func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await run(until: OneShotEvent(), body)
    }

    /// Runs the plugins while a body runs, like ``run(_:)``, and starts no further plugin after an event is signaled.
    ///
    /// - Parameters:
    ///   - stop: The event.
    ///   - requestTime: Called before an operation with a time limit begins, with this limit.
    ///   - body: The body, which runs while the plugins run.
    /// - Returns: The result of the body.
    /// - Throws: The errors of ``run(_:)``.
    func run<Result: Sendable>(
        until stop: OneShotEvent, requestingTime requestTime: @escaping @Sendable (Duration) -> Void = { _ in },
        _ body: () async throws -> Result
    ) async throws -> Result {
        let root = try await Scope.open(rootPlan)
        openRoot.withLock { $0 = root }
        defer { openRoot.withLock { $0 = nil } }
        extensions.attach(await root.extensionLists(), of: rootPlan.name)
        for index in supervisors.indices where supervisors[index].plugin.isEnabled { registerPlaceholders(of: index) }
        defer { for index in supervisors.indices { unregisterPlaceholders(of: index) } }
        // The task is unstructured, because the cancellation of the current task must not end the plugins in any
        // order. The task is awaited below in every case.
        let supervising = Task { await supervise(under: root, until: stop, requestingTime: requestTime) }
        let outcome: Swift.Result<Result, any Error>
        do {
            try await waitUntilStarted(or: stop)
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        post(.shutdown)
        await supervising.value
        let stuck = supervisors.filter(\.isStuck).map(\.name)
        guard stuck.isEmpty else {
            // Closing the root would wait for the stuck plugins, possibly forever.
            let names = stuck.joined(separator: ", ")
            logger.log(.pluginsNotClosed, "stuck plugins were not closed: \(names)", metadata: ["plugins": "\(names)"])
            return try outcome.get()
        }
        extensions.detachLists(of: rootPlan.name)
        for fault in await root.close().faults { logger.log(fault, of: "root") }
        return try outcome.get()
    }

    private func waitUntilStarted(or stop: OneShotEvent) async throws {
        try await withCancellation(when: stop) {
            await self.started.wait()
            try Task.checkCancellation()
        }
        if let failure = requiredFailure { throw failure }
    }

    /// Handles the events of the plugins until all of them have ended after ``Message/shutdown``.
    private func supervise(
        under root: Scope, until stop: OneShotEvent,
        requestingTime requestTime: @escaping @Sendable (Duration) -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            var candidacies: [Supervision.Index: Candidacy] = [:]
            func perform(_ action: Supervision.Action) {
                switch action {
                case .open(let plugin, let held):
                    updateInterfaces(of: plugin)
                    guard let entry = arrangement.withLock({ $0.plans[supervisors[plugin].name] }) else {
                        preconditionFailure("only a validated plugin has a life")
                    }
                    let life = PluginLife(
                        of: supervisors[plugin],
                        in: PluginLife.Context(
                            plan: entry.plan, generation: entry.generationPlan, root: root,
                            siblings: held.compactMap { supervisors[$0].life?.scopes?.own }, extensions: extensions,
                            startsEnded: startsEnded,
                            placeholders: supervisors[plugin].placeholders, requestTime: requestTime,
                            report: { self.post(.event($0, plugin)) },
                            signalFailure: { self.statusChanged.signal() }))
                    supervisors[plugin].life = life
                    group.addTask {
                        await life.run()
                        self.supervisors[plugin].life = nil
                        self.post(.lifeEnded(plugin))
                    }
                case .close(let plugin): supervisors[plugin].life?.stop()
                case .wake(let plugin, let delay, let number):
                    group.addTask {
                        guard (try? await self.clock.sleep(delay)) != nil else { return }
                        self.post(.event(.delayEnded(number: number), plugin))
                    }
                case .stand(let plugin, let number):
                    guard let cluster else { preconditionFailure("a plugin is placed only in a cluster") }
                    let candidacy = Candidacy(
                        for: supervisors[plugin].name, in: cluster, after: candidacies[plugin]
                    ) { event in
                        self.post(.candidacy(event, plugin, number: number))
                    }
                    candidacies[plugin] = candidacy
                    group.addTask { await candidacy.run() }
                case .withdraw(let plugin):
                    candidacies[plugin]?.withdraw()
                    fencingTokens.set(nil, of: plugin)
                }
            }
            group.addTask {
                await stop.wait()
                self.post(.endStarts)
            }
            group.addTask { await self.watchReloads() }
            for action in update({ $0.begin(at: $1) }) { perform(action) }
            for await message in messages {
                for action in handle(message) { perform(action) }
                switch message {
                case .command(_, _, let handled): handled.signal()
                case .arrangement(_, let handled): handled.signal()
                case .probe(let answer): answer()
                default: break
                }
                if supervision.withLock(\.isOver) { break }
            }
            // This cancels the remaining delays and the task above.
            group.cancelAll()
        }
        ended.signal()
    }

    /// Registers the interfaces of a plugin, so that their calls fail with the reason until the plugin runs.
    ///
    /// The daemon has validated the interfaces of all enabled plugins. A conflict with another interface that the owner of
    /// the router registered is reported when the plugin starts.
    private func registerPlaceholders(of plugin: Supervision.Index) {
        let contracts = supervisors[plugin].contracts.all
        roles.register(contracts, of: supervisors[plugin].name)
        let placeholders = contracts.map { contract in
            VarlinkRegistration(contract: contract) { [weak self] _ in
                throw self?.notRunning(plugin) ?? HostError.shuttingDown
            }
        }
        guard (try? router.replace([], with: placeholders)) != nil else { return }
        supervisors[plugin].placeholders = placeholders
    }

    /// Removes the interfaces of a plugin that does not run.
    private func unregisterPlaceholders(of plugin: Supervision.Index) {
        router.unregister(supervisors[plugin].placeholders.map(\.contract.name))
        supervisors[plugin].placeholders = []
    }

    /// Registers the interfaces of a plugin that was enabled, and removes those of one that was disabled.
    private func updatePlaceholders(for change: Supervision.Change) {
        switch (change.before.state, change.after.state) {
        case (.disabled, .disabled): break
        case (.disabled, _): registerPlaceholders(of: change.plugin)
        case (_, .disabled): unregisterPlaceholders(of: change.plugin)
        default: break
        }
    }

    /// Replaces the interfaces of a plugin without a life by those of its new configuration, if they differ.
    func updateInterfaces(of plugin: Supervision.Index) {
        let supervisor = supervisors[plugin]
        let new = supervisor.declaration
        guard new.contracts != supervisor.contracts else { return }
        unregisterPlaceholders(of: plugin)
        supervisor.registered = new
        if status(of: plugin).state != .disabled { registerPlaceholders(of: plugin) }
    }

    private func notRunning(_ plugin: Supervision.Index) -> HostError {
        let status = status(of: plugin)
        return .pluginNotRunning(
            plugin: supervisors[plugin].name, state: status.state, reason: status.reason,
            nextStart: status.nextStart?.rfc3339WithMilliseconds)
    }

    private func handle(_ message: Message) -> [Supervision.Action] {
        if case .arrangement(let apply, _) = message { return apply() }
        // A reload that is in progress stops waiting.
        defer {
            if case .endStarts = message {
                startsEnded.signal()
                statusChanged.signal()
            }
        }
        return update { supervision, now in
            switch message {
            case .event(let event, let plugin): return supervision.handle(event, of: plugin, at: now)
            case .candidacy(let event, let plugin, let number):
                let actions = supervision.handle(event, of: plugin, number: number, at: now)
                // A life that ends because the election is lost keeps its token, so that its writes fail.
                if let token = supervision.placements.token(of: plugin) { fencingTokens.set(token, of: plugin) }
                return actions
            case .lifeEnded(let plugin):
                return supervision.handle(.ended(isStuck: supervisors[plugin].isStuck), of: plugin, at: now)
            case .codeEnded(let plugin):
                return supervisors[plugin].isStuck ? [] : supervision.handle(.abandonedCodeEnded, of: plugin, at: now)
            case .command(let command, let plugin, _): return supervision.handle(.command(command), of: plugin, at: now)
            case .probe: return []
            case .endStarts:
                supervision.endStarts()
                return []
            case .shutdown: return supervision.shutDown(at: now)
            case .arrangement: return []
            }
        }
    }

    /// Changes the states of the plugins, and reports the changes.
    ///
    /// - Returns: The actions to perform.
    func update(_ body: (inout Supervision, _ now: Date) -> [Supervision.Action]) -> [Supervision.Action] {
        let now = clock.now()
        let (actions, changes, new, isSettled, hasFailed) = supervision.withLock { supervision in
            let actions = body(&supervision, now)
            let changes = supervision.takeChanges()
            // The events are recorded under the lock, so that they have the order of the changes.
            let new = changes.flatMap(events(of:)).map { events.add($0, at: now) }
            return (actions, changes, new, supervision.isSettled, supervision.requiredFailure != nil)
        }
        for change in changes { updatePlaceholders(for: change) }
        events.publish(new)
        if !changes.isEmpty { statusChanged.signal() }
        if hasFailed { requiredFailed.signal() }
        if isSettled || hasFailed { started.signal() }
        return actions
    }

    /// The failure of a required plugin that is not started again, if any.
    ///
    /// The failure of a required plugin takes precedence over that of a plugin that a required one needs.
    var requiredFailure: HostFailure? { supervision.withLock(\.requiredFailure) }
}
