import Foundation
import HostConfiguration
import HostInterface
import HostSupport
import Synchronization
import Trellis

/// The states of the plugins, and the messages that change them.
///
/// One task handles the messages, one after the other, and performs the resulting actions. Everything else reads: no function outside
/// this file can change a state.
final class PluginLoop: Sendable {
    typealias PreparedGeneration = ReloadTransaction.PreparedGeneration

    /// A message to the loop.
    enum Message: Sendable {
        /// An event of a plugin.
        case event(PluginStateMachine.Event, Supervision.Index)

        /// The health checks of a life have reported a problem, or nil.
        case health(String?, of: PluginLife, Supervision.Index)

        /// The life of a plugin has ended.
        case lifeEnded(Supervision.Index)

        /// Abandoned code of a plugin has ended.
        case codeEnded(Supervision.Index)

        /// An event of the candidacy with a number, for a plugin that runs on one host at a time.
        case candidacy(CandidacyEvent, Supervision.Index, number: Int)

        /// A command of an operator.
        case command(PluginStateMachine.Command, Supervision.Index)

        /// A reload begins: until its end, the failure of a required plugin does not stop the daemon.
        case reloadBegan

        /// The reload has ended, with the plugins whose failure does not stop the daemon.
        case reloadEnded(sparing: Set<Supervision.Index>)

        /// The generations of plugins are being created.
        case preparationBegan([Supervision.Index])

        /// The generations of plugins could not be created.
        case preparationFailed([Supervision.Index])

        /// A new arrangement, with the generations that were prepared for it.
        case rearrangement(Rearrangement, [PreparedGeneration])

        /// Plugins fail with their new generations from now on.
        case confirmation([Supervision.Index])

        /// Signals an event, to show that the loop makes progress.
        case probe(OneShotEvent)

        /// The daemon is about to stop.
        case endStarts

        /// All plugins are to stop.
        case shutdown
    }

    private struct Delivery {
        let message: Message

        /// Resumed with true when the message has been handled, and with false if it is not.
        let sender: CheckedContinuation<Bool, Never>?
    }

    private let supervision: Mutex<Supervision>
    private let (deliveries, delivery) = AsyncStream.makeStream(of: Delivery.self)

    /// Creates the loop of plugins that do not run.
    init(_ supervision: Supervision) { self.supervision = Mutex(supervision) }

    /// Reads the states.
    ///
    /// - Parameter body: Reads them under a lock.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    func read<Result: Sendable, Failure: Error>(
        _ body: (Supervision) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try supervision.withLock { (supervision) throws(Failure) -> Result in try body(supervision) }
    }

    /// Sends a message.
    func post(_ message: Message) { delivery.yield(Delivery(message: message, sender: nil)) }

    /// Sends a message, and waits until it has been handled and the resulting actions have begun, even if the task is cancelled.
    ///
    /// - Throws: `HostError.shuttingDown` when no further message is handled.
    func send(_ message: Message) async throws(HostError) {
        let isHandled = await withCheckedContinuation { sender in
            guard case .enqueued = delivery.yield(Delivery(message: message, sender: sender)) else {
                return sender.resume(returning: false)
            }
        }
        guard isHandled else { throw .shuttingDown }
    }

    /// Handles messages until all plugins have ended after ``Message/shutdown``.
    fileprivate func run(_ handle: (Message) -> Void) async {
        for await delivery in deliveries {
            handle(delivery.message)
            delivery.sender?.resume(returning: true)
            if read(\.isOver) { break }
        }
        delivery.finish()
        for await delivery in deliveries { delivery.sender?.resume(returning: false) }
    }

    /// Changes the states.
    fileprivate func change<Result: Sendable>(_ body: (inout Supervision) -> Result) -> Result {
        supervision.withLock { body(&$0) }
    }
}

// MARK: - Handling messages

extension PluginHost {
    /// Quarantines plugins before ``run(_:)``.
    ///
    /// - Parameter reasons: The plugins with the reasons.
    func quarantine(_ reasons: [Supervision.Index: String]) {
        _ = update { supervision, now in
            for (index, reason) in reasons.sorted(by: { $0.key < $1.key }) {
                supervision.quarantine(index, because: reason, at: now)
            }
            return []
        }
    }

    /// Handles the messages of the loop until all plugins have ended after ``PluginLoop/Message/shutdown``.
    ///
    /// - Parameters:
    ///   - root: The root scope.
    ///   - stop: Signaled when no further plugin starts.
    ///   - requestTime: Called before an operation with a time limit begins, with this limit.
    func supervise(
        under root: Scope, until stop: OneShotEvent,
        requestingTime requestTime: @escaping @Sendable (Duration) -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            var candidacies: [Supervision.Index: Candidacy] = [:]
            func perform(_ action: Supervision.Action) {
                switch action {
                case .open(let plugin, let held):
                    let life = life(of: plugin, holding: held, under: root, requestingTime: requestTime)
                    hostedPlugins[plugin].life = life
                    group.addTask {
                        await life.run()
                        self.hostedPlugins[plugin].life = nil
                        self.loop.post(.lifeEnded(plugin))
                    }
                case .close(let plugin): hostedPlugins[plugin].life?.stop()
                case .wake(let plugin, let delay, let number):
                    group.addTask {
                        guard (try? await self.clock.sleep(delay)) != nil else { return }
                        self.loop.post(.event(.delayEnded(number: number), plugin))
                    }
                case .stand(let plugin, let number):
                    guard let cluster else { preconditionFailure("a plugin is placed only in a cluster") }
                    let candidacy = Candidacy(
                        for: hostedPlugins[plugin].name, in: cluster, after: candidacies[plugin]
                    ) { event in
                        self.loop.post(.candidacy(event, plugin, number: number))
                    }
                    candidacies[plugin] = candidacy
                    group.addTask { await candidacy.stand() }
                case .withdraw(let plugin):
                    candidacies[plugin]?.withdraw()
                    fencingTokens.set(nil, of: plugin)
                }
            }
            group.addTask {
                await stop.wait()
                self.loop.post(.endStarts)
            }
            group.addTask { await self.watchReloads() }
            for action in update({ $0.begin(at: $1) }) { perform(action) }
            await loop.run { message in for action in handle(message) { perform(action) } }
            // This cancels the remaining delays and the tasks above.
            group.cancelAll()
        }
        // It references this object.
        if let reload = watchedReload.current { _ = watchedReload.take(reload) }
    }

    private func life(
        of plugin: Supervision.Index, holding held: [Supervision.Index], under root: Scope,
        requestingTime requestTime: @escaping @Sendable (Duration) -> Void
    ) -> PluginLife {
        updateInterfaces(of: plugin)
        // An earlier life that was closing until now has kept the token of its election, so that its writes fail.
        fencingTokens.set(loop.read { $0.placements.token(of: plugin) }, of: plugin)
        guard let entry = arrangement.withLock({ $0.plans[hostedPlugins[plugin].name] }) else {
            preconditionFailure("only a validated plugin has a life")
        }
        return PluginLife(
            of: hostedPlugins[plugin],
            in: PluginLife.Context(
                plan: entry.plan, generation: entry.generationPlan, root: root,
                siblings: held.compactMap { hostedPlugins[$0].life?.scopes?.own }, extensions: extensions,
                startsEnded: startsEnded, placeholders: hostedPlugins[plugin].placeholders, requestTime: requestTime,
                report: { self.loop.post(.event($0, plugin)) },
                reportAbandonedEnded: { self.loop.post(.codeEnded(plugin)) },
                signalFailure: { self.statusChanged.signal() }))
    }

    /// Handles a message.
    ///
    /// - Returns: The actions to perform.
    private func handle(_ message: PluginLoop.Message) -> [Supervision.Action] {
        switch message {
        case .event(let event, let plugin): return update { $0.handle(event, of: plugin, at: $1) }
        case .health(let problem, let life, let plugin):
            // The plugin may have ended in the meantime. The checks do not report their result to a daemon that stops.
            return hostedPlugins[plugin].life === life && !life.isToStop
                ? update { $0.handle(.health(problem), of: plugin, at: $1) } : []
        case .lifeEnded(let plugin):
            return update { $0.handle(.ended(isStuck: hostedPlugins[plugin].isStuck), of: plugin, at: $1) }
        case .codeEnded(let plugin):
            return hostedPlugins[plugin].isStuck ? [] : update { $0.handle(.abandonedCodeEnded, of: plugin, at: $1) }
        case .candidacy(let event, let plugin, let number):
            return update { $0.handle(event, of: plugin, number: number, at: $1) }
        case .command(let command, let plugin): return update { $0.handle(.command(command), of: plugin, at: $1) }
        case .reloadBegan:
            return update { supervision, _ in
                supervision.beginReload()
                return []
            }
        case .reloadEnded(let spared):
            return update { supervision, _ in
                supervision.endReload(sparing: spared)
                return []
            }
        case .preparationBegan(let plugins):
            return update { supervision, now in
                plugins.flatMap { supervision.handle(.reloadBegan, of: $0, at: now) }
            }
        case .preparationFailed(let plugins): return endPreparation(of: plugins)
        case .rearrangement(let change, let generations): return apply(change, generations)
        case .confirmation(let plugins): return confirm(plugins)
        case .probe(let answer):
            answer.signal()
            return []
        case .endStarts: return endStarts()
        case .shutdown: return update { $0.shutDown(at: $1) }
        }
    }

    private func endPreparation(of plugins: [Supervision.Index]) -> [Supervision.Action] {
        update { supervision, now in plugins.flatMap { supervision.handle(.reloadEnded, of: $0, at: now) } }
    }

    /// Sets the configuration and the plans, and starts, restarts and stops plugins.
    ///
    /// The cost does not depend on the number of unchanged plugins.
    private func apply(
        _ change: Rearrangement, _ generations: [PluginLoop.PreparedGeneration]
    ) -> [Supervision.Action] {
        arrangement.withLock { $0 = change.arrangement }
        for (index, declaration) in change.declarations { hostedPlugins[index].declaration = declaration }
        // A plugin with a life serves its previous interfaces until the life ends.
        for index in change.declarations.keys where !loop.read({ $0.isAlive(index) }) { updateInterfaces(of: index) }
        let committed = commit(generations)
        let configuration = change.arrangement.configuration
        let adjustment = Supervision.Adjustment(
            requirements: change.requirements, configurations: change.declarations.mapValues(\.plugin.supervision),
            steps: change.steps.filter { $0.action != .keep && !committed.contains($0.plugin) }.map { step in
                Supervision.Adjustment.Step(
                    plugin: step.plugin, action: step.action, reason: step.reason,
                    enablement: configuration.enablementReason(of: configuration.plugins[step.plugin]))
            },
            // A plugin that had no life when the change was determined may have started since then.
            outdated: change.reconfigured.subtracting(committed).sorted())
        let actions = update { $0.apply(adjustment, at: $1) }
        return actions + endPreparation(of: change.reconfiguring)
    }

    /// Makes prepared generations the current ones; no life ends in the meantime.
    ///
    /// - Returns: The plugins with a new generation; the life of every other one has ended.
    private func commit(_ generations: [PluginLoop.PreparedGeneration]) -> Set<Supervision.Index> {
        var committed: Set<Supervision.Index> = []
        for prepared in generations {
            let isRunning = status(of: prepared.plugin).state.isRunning
            guard isRunning, hostedPlugins[prepared.plugin].life === prepared.life else { continue }
            prepared.life.commit(prepared.generation, isConfirmed: prepared.isConfirmed)
            committed.insert(prepared.plugin)
        }
        return committed
    }

    /// Confirms the current generations of plugins, each of which fails if a service of it has failed.
    private func confirm(_ plugins: [Supervision.Index]) -> [Supervision.Action] {
        plugins.flatMap { plugin -> [Supervision.Action] in
            guard let failure = hostedPlugins[plugin].life?.confirm() else { return [] }
            return update { $0.handle(.failed(failure), of: plugin, at: $1) }
        }
    }

    private func endStarts() -> [Supervision.Action] {
        let actions = update { supervision, _ in
            supervision.endStarts()
            return []
        }
        startsEnded.signal()
        // Reloads and commands that are in progress stop waiting.
        statusChanged.signal()
        return actions
    }

    /// Changes the states of the plugins, and reports the changes.
    ///
    /// - Returns: The actions to perform.
    private func update(
        _ body: (inout Supervision, _ now: Date) -> [Supervision.Action]
    ) -> [Supervision.Action] {
        let now = clock.now()
        let (actions, changes, isSettled, hasFailed) = loop.change { supervision in
            let actions = body(&supervision, now)
            let changes = supervision.takeChanges()
            // A reader that finds a status also finds its event.
            for event in changes.flatMap(events(of:)) { events.add(event, at: now) }
            return (actions, changes, supervision.isSettled, supervision.requiredFailure != nil)
        }
        for change in changes { updatePlaceholders(for: change) }
        if !changes.isEmpty {
            events.publish()
            statusChanged.signal()
        }
        if hasFailed { requiredFailed.signal() }
        if isSettled || hasFailed { started.signal() }
        return actions
    }

    /// The events of a change of a plugin: its failure, and the transition if the state or the next start changed.
    private func events(of change: Supervision.Change) -> [DaemonEvent] {
        let (plugin, old, new) = (hostedPlugins[change.plugin].name, change.before, change.after)
        let fault = change.failure.map { DaemonEvent.fault(.failed($0), plugin: plugin) }
        let isTransition = old.state != new.state || old.nextStart != new.nextStart
        let transition =
            isTransition
            ? DaemonEvent.transition(
                PluginTransition(plugin: plugin, from: old, to: new, override: configuration.overrides[plugin])) : nil
        return [fault, transition].compactMap(\.self)
    }
}
