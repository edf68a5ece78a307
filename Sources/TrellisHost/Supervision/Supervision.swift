import Foundation
import HostConfiguration
import HostSupport
import Trellis

/// The states of all plugins, and the transitions that they permit: a value without side effects.
///
/// A plugin starts when every plugin that it requires runs. A plugin closes when no life of a dependent holds its instances any more. A dependent of a plugin that fails or stops is therefore
/// closed first, waits, and starts again with that plugin.
struct Supervision: Sendable {
    /// The plugins, in the order in which they were added.
    private(set) var members: [Member] = []

    /// The plugins whose status may have changed since the last call of ``takeChanges()``.
    private var changed: [Index] = []

    /// The numbers of plugins at the time of the last call of ``takeChanges()``.
    private(set) var census = Census()

    /// The candidacies for the plugins that run on one host at a time.
    private(set) var placements = Placements()

    /// The number of plugins that are not settled.
    private var unsettled = 0

    /// Whether plugins still start.
    private var isStarting = true

    private var isShuttingDown = false

    /// Whether a reload is in progress, during which the failure of a required plugin does not stop the daemon.
    private var isReloading = false

    /// The plugins that may have failed in the reload in progress: it has changed them, or they have reported a failure.
    private var suspects: Set<Index> = []

    /// The lives that the reload in progress ends, and the plugins that start only after all of these.
    ///
    /// An address, a file or a lock can thus pass from one plugin to another in one reload.
    private var exchange: (ending: Set<Index>, starting: Set<Index>) = ([], [])

    /// Whether every plugin has run or failed once since the start of the daemon.
    private(set) var hasStarted = false

    /// The first failure of a required plugin that is not started again, or that needs such a plugin.
    ///
    /// If the first start of a required plugin fails, the daemon cannot start, and systemd restarts the daemon instead.
    private(set) var requiredFailure: HostFailure?

    /// Adds a plugin that requires no other.
    ///
    /// - Parameters:
    ///   - name: The name, for the reasons of other plugins.
    ///   - isRequired: Whether the daemon stops when the plugin fails and is not restarted.
    ///   - placement: The hosts on which the plugin runs. Default: every host.
    ///   - machine: The state machine of the plugin.
    mutating func add(
        _ name: String, isRequired: Bool, placement: Placement = .everywhere, _ machine: PluginStateMachine
    ) {
        members.append(Member(name: name, isRequired: isRequired, machine: machine))
        placements.set(placement, of: members.count - 1)
        census.count(members.count - 1, from: nil, to: machine.status)
        unsettled += 1
    }

    /// Sets the plugins that a plugin requires, before ``begin(at:)``.
    ///
    /// Later, ``apply(_:at:)`` sets them. The current life of the plugin then still holds the instances of those that it required before.
    mutating func relate(_ plugin: Index, to requirements: [Index]) {
        let old = members[plugin].requirements
        members[plugin].requirements = requirements
        for new in requirements where !members[new].dependents.contains(plugin) {
            members[new].dependents.append(plugin)
        }
        forget(old, of: plugin)
        noteChange(of: plugin)
    }

    /// Removes a plugin from the dependents of other plugins that it no longer holds or requires.
    private mutating func forget(_ others: some Sequence<Index>, of plugin: Index) {
        for other in others where !members[plugin].requirements.contains(other) && !members[plugin].held.contains(other)
        {
            members[other].dependents.removeAll { $0 == plugin }
        }
    }

    /// Changes the configuration and the relations of plugins at once, with the consequences for all plugins.
    ///
    /// A plugin that waited for one that it no longer requires starts.
    ///
    /// - Parameters:
    ///   - adjustment: The changes.
    ///   - now: The current time.
    /// - Returns: The actions to perform, in this order.
    mutating func apply(_ adjustment: Adjustment, at now: Date) -> [Action] {
        let related = adjustment.requirements.filter { members[$0].requirements != $1 }.keys
        for (index, others) in adjustment.requirements { relate(index, to: others) }
        for (index, configuration) in adjustment.configurations { configure(index, configuration) }
        let outdated = adjustment.outdated.filter(isAlive)
        // A plugin to start may have been started by a command in the meantime; its life does not end.
        let ending = adjustment.steps.filter { $0.action != .start }.map(\.plugin) + outdated
        exchange(ending: ending, starting: adjustment.steps.map(\.plugin) + outdated)
        var actions: [Action] = []
        for step in adjustment.steps { actions += take(step, at: now) }
        let changed = Set(related).union(adjustment.configurations.keys)
        actions += restart(outdated, because: "its configuration has changed", at: now)
        return actions + reconcile(changed.filter { members[$0].machine.isReady }.sorted(), at: now)
    }

    private mutating func take(_ step: Adjustment.Step, at now: Date) -> [Action] {
        let machine = members[step.plugin].machine
        switch step.action {
        case .keep: return []
        case .reconfigure, .restart:
            if isAlive(step.plugin) { return restart([step.plugin], because: step.reason, at: now) }
            guard machine.hasFailed || machine.isDelayed else { return [] }
            return handle(.command(.start, because: step.reason), of: step.plugin, at: now)
        case .start where !machine.isDisabled:
            return handle(.command(.start, because: step.reason), of: step.plugin, at: now)
        case .start: return handle(.command(.enable, because: step.enablement), of: step.plugin, at: now)
        case .stop: return handle(.command(.disable, because: step.enablement), of: step.plugin, at: now)
        }
    }

    /// Ends the lives of plugins; they start again.
    private mutating func restart(_ plugins: [Index], because reason: String, at now: Date) -> [Action] {
        for plugin in plugins { members[plugin].machine.end(because: reason, at: now) }
        return reconcile(plugins, at: now)
    }

    /// Sets the configuration of a plugin's supervision.
    private mutating func configure(_ plugin: Index, _ configuration: SupervisionConfiguration) {
        members[plugin].machine.policy = configuration.restart
        members[plugin].isRequired = configuration.required
        placements.set(configuration.placement, of: plugin)
        noteChange(of: plugin)
    }

    /// Notes a plugin that a reload changes, so that the end of the reload determines whether it has failed.
    ///
    /// Without a reload, an operator changes the plugin. This does not stop the daemon.
    private mutating func noteChange(of plugin: Index) {
        if isReloading { suspects.insert(plugin) }
    }

    /// Begins a reload: until its end, the failure of a required plugin does not stop the daemon.
    mutating func beginReload() { isReloading = true }

    /// Ends a reload: a required plugin that has failed in the meantime stops the daemon.
    ///
    /// - Parameter spared: The plugins whose failure does not stop the daemon, because a rollback has restarted them.
    mutating func endReload(sparing spared: Set<Index>) {
        isReloading = false
        if requiredFailure == nil { requiredFailure = requiredFailure(of: suspects.subtracting(spared).sorted()) }
        suspects = []
    }

    /// Lets plugins start only after the lives of others have ended.
    ///
    /// - Parameters:
    ///   - ending: The plugins that are about to end; those without a life are ignored.
    ///   - starting: The plugins that wait.
    private mutating func exchange(ending: some Sequence<Index>, starting: some Sequence<Index>) {
        exchange.ending.formUnion(ending.filter(isAlive))
        if !exchange.ending.isEmpty { exchange.starting.formUnion(starting) }
    }

    /// Notes the end of a life.
    ///
    /// - Returns: The plugins that have waited for it, and for no other.
    private mutating func endExchange(of plugin: Index) -> Set<Index> {
        guard exchange.ending.remove(plugin) != nil, exchange.ending.isEmpty else { return [] }
        defer { exchange.starting = [] }
        return exchange.starting
    }

    /// Whether the daemon is about to stop.
    var isEnding: Bool { isShuttingDown || !isStarting }

    /// The status of a plugin.
    func status(of plugin: Index) -> PluginStatus { members[plugin].machine.status }

    /// Whether a plugin has a life.
    func isAlive(_ plugin: Index) -> Bool { members[plugin].machine.phase != .down }

    /// Whether all plugins have ended and none starts again.
    var isOver: Bool { isShuttingDown && members.allSatisfy { $0.machine.phase == .down } }

    /// Whether every plugin runs, or has failed or waits for one that has.
    var isSettled: Bool { unsettled == 0 }

    /// Whether a plugin runs, or does not run and remains so until a further event.
    func isSettled(_ plugin: Index) -> Bool { members[plugin].isSettled }

    /// Handles an event of a plugin, and the consequences for all plugins.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - plugin: The plugin.
    ///   - now: The current time.
    /// - Returns: The actions to perform, in this order.
    mutating func handle(_ event: PluginStateMachine.Event, of plugin: Index, at now: Date) -> [Action] {
        let delay = members[plugin].machine.handle(event, at: now)
        var released: Set<Index> = []
        if !isAlive(plugin) {
            swap(&released, &members[plugin].held)
            forget(released, of: plugin)
            released.formUnion(endExchange(of: plugin))
        }
        let wake = delay.map { Action.wake(plugin, after: $0, number: members[plugin].machine.delays) }
        return (wake.map { [$0] } ?? []) + reconcile([plugin] + released, at: now)
    }

    /// Handles an event of the candidacy for a plugin that runs on one host at a time.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - plugin: The plugin.
    ///   - number: The number of the candidacy.
    ///   - now: The current time.
    /// - Returns: The actions to perform, in this order.
    mutating func handle(_ event: CandidacyEvent, of plugin: Index, number: Int, at now: Date) -> [Action] {
        if let reason = placements.handle(event, of: plugin, number: number) {
            members[plugin].machine.end(because: reason, at: now)
        }
        return reconcile([plugin], at: now)
    }

    /// Quarantines a plugin, before ``begin(at:)``.
    mutating func quarantine(_ plugin: Index, because reason: String, at now: Date) {
        members[plugin].machine.quarantine(because: reason, at: now)
        changed.append(plugin)
    }

    /// Prevents further starts of plugins, because the daemon is about to stop.
    mutating func endStarts() { isStarting = false }

    /// Stops all plugins permanently.
    mutating func shutDown(at now: Date) -> [Action] {
        isShuttingDown = true
        for index in members.indices { _ = members[index].machine.handle(.shutdown, at: now) }
        return reconcile(Array(members.indices), at: now)
    }

    /// Starts the plugins that may start.
    mutating func begin(at now: Date) -> [Action] {
        reconcile(Array(members.indices), at: now)
    }

    /// The plugins whose status has changed since the last call, each plugin once, in the order of the changes.
    mutating func takeChanges() -> [Change] {
        defer { changed = [] }
        return changed.compactMap { index in
            let (before, machine) = (members[index].reported, members[index].machine)
            guard before.status != machine.status || before.failures != machine.failures else { return nil }
            members[index].reported = (machine.status, machine.failures)
            census.count(index, from: before.status, to: machine.status)
            return Change(
                plugin: index, before: before.status, after: machine.status,
                failure: before.failures == machine.failures ? nil : machine.failure)
        }
    }

    /// Performs the transitions that the states of the plugins permit, starting with the given plugins, until none is
    /// left.
    private mutating func reconcile(_ first: [Index], at now: Date) -> [Action] {
        var actions: [Action] = []
        changed += first
        var remaining = first + first.flatMap(neighbours(of:))
        while let index = remaining.popLast() {
            let before = members[index]
            switch before.machine.phase {
            case .down: start(index, at: now, &actions)
            case .ending: close(index, at: now, &actions, affecting: &remaining)
            case .starting, .running, .closing: break
            }
            members[index].isSettled = settles(index)
            if members[index].isSettled != before.isSettled { unsettled += before.isSettled ? 1 : -1 }
            if members[index].machine.status != before.machine.status { changed.append(index) }
            if members[index].machine.phase != before.machine.phase || members[index].isSettled != before.isSettled {
                remaining += neighbours(of: index)
            }
        }
        let failed = first.filter { members[$0].machine.failure != nil }
        if isReloading {
            suspects.formUnion(failed)
        } else if requiredFailure == nil {
            requiredFailure = requiredFailure(of: failed)
        }
        if isSettled { hasStarted = true }
        return actions
    }

    /// The plugins that a change of a plugin may affect.
    private func neighbours(of plugin: Index) -> [Index] {
        members[plugin].dependents + members[plugin].requirements.filter { members[$0].machine.phase == .ending }
    }

    /// Starts a plugin if it is ready and nothing prevents it.
    private mutating func start(_ index: Index, at now: Date, _ actions: inout [Action]) {
        guard isStarting, members[index].machine.isReady else { return placements.withdraw(index, &actions) }
        if let reason = obstacle(of: index) {
            placements.withdraw(index, &actions)
            return members[index].machine.wait(reason, at: now)
        }
        if let reason = placements.standby(index, &actions) {
            return members[index].machine.standBy(because: reason, at: now)
        }
        members[index].held = Set(members[index].requirements)
        members[index].machine.begin(at: now)
        actions.append(.open(index, holding: members[index].requirements))
    }

    /// Closes a plugin that is to end, or the plugins that hold its instances.
    private mutating func close(
        _ index: Index, at now: Date, _ actions: inout [Action], affecting remaining: inout [Index]
    ) {
        let holders = members[index].dependents.filter { isAlive($0) && members[$0].held.contains(index) }
        guard !holders.isEmpty else {
            members[index].machine.close(at: now)
            actions.append(.close(index))
            return
        }
        for holder in holders where members[holder].machine.phase != .ending {
            let state = members[index].machine.failure == nil ? "is stopping" : "failed"
            members[holder].machine.end(because: "the plugin \(members[index].name), which it needs, \(state)", at: now)
            changed.append(holder)
            remaining.append(holder)
        }
    }

    /// The reason why a ready plugin cannot start: a plugin that it requires does not run, or a life has not ended whose
    /// resources it may take over.
    private func obstacle(of index: Index) -> String? {
        if exchange.starting.contains(index), let other = exchange.ending.min() {
            return "it starts after the plugin \(members[other].name), which \(members[other].condition)"
        }
        return members[index].requirements.first { members[$0].machine.phase != .running }
            .map { "it needs the plugin \(members[$0].name), which \(members[$0].condition)" }
    }

    /// Whether a plugin runs, or does not run and remains so until a further event.
    private func settles(_ index: Index) -> Bool {
        switch members[index].machine.phase {
        case .running: return true
        case .starting, .ending, .closing: return false
        case .down: break
        }
        guard members[index].machine.isReady, !placements.isStanding(for: index) else { return true }
        // The plugin waits for another one that does not run and remains so.
        return members[index].requirements.contains { members[$0].isSettled && members[$0].machine.phase != .running }
    }
}

extension Supervision.Member {
    /// The condition of a plugin that does not run, for the status of the plugins that need it.
    fileprivate var condition: String {
        if machine.hasFailed || machine.isDelayed { return "failed" }
        return switch machine.status.state {
        case .disabled: "is disabled"
        case .stopped: "was stopped"
        case .stopping: "is stopping"
        case .starting: "is starting"
        case .quarantined: "is quarantined"
        case .standby: "does not run on this host"
        case .waiting, .running, .degraded, .reloading, .failed: "does not run yet"
        }
    }
}
