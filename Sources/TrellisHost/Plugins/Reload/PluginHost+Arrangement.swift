import Foundation
import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// Applies a new arrangement in the task that supervises the plugins.
    ///
    /// The function returns when the resulting actions have begun. Its cost does not depend on the number of unchanged
    /// plugins.
    ///
    /// - Parameters:
    ///   - change: The arrangement and its actions.
    ///   - generations: The generations of the plugins that the change reconfigures.
    /// - Throws: `HostError.shuttingDown` when the host handles no further messages.
    func begin(_ change: Rearrangement, with generations: [PreparedGeneration]) async throws {
        try await arrange { self.apply(change, generations) }
    }

    /// Changes the plugins in the task that supervises them.
    ///
    /// The function returns when the resulting actions have begun.
    ///
    /// - Parameter change: Changes the plugins, and returns the actions to perform.
    /// - Throws: `HostError.shuttingDown` when the host handles no further messages.
    func arrange(_ change: @escaping @Sendable () -> [Supervision.Action]) async throws {
        let handled = OneShotEvent()
        post(.arrangement(change, handled: handled))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await handled.wait() }
            group.addTask { await self.ended.wait() }
            await group.next()
            group.cancelAll()
        }
        guard handled.isSignaled else { throw HostError.shuttingDown }
    }

    /// Sets the configuration and the plans, and starts, restarts and stops plugins.
    ///
    /// - Returns: The actions to perform.
    private func apply(_ change: Rearrangement, _ generations: [PreparedGeneration]) -> [Supervision.Action] {
        arrangement.withLock { $0 = change.arrangement }
        for (index, declaration) in change.declarations { supervisors[index].declaration = declaration }
        // A plugin with a life serves its previous interfaces until the life ends.
        for index in change.declarations.keys where !supervision.withLock({ $0.isAlive(index) }) {
            updateInterfaces(of: index)
        }
        let committed = commit(generations)
        return update { supervision, now in
            for (index, others) in change.requirements { supervision.relate(index, to: others) }
            for (index, declaration) in change.declarations {
                supervision.configure(index, declaration.plugin.supervision)
            }
            // A plugin that had no life when the change was determined may have started since then.
            let outdated = change.reconfigured.subtracting(committed).sorted().filter(supervision.isAlive)
            let moving = change.steps.filter { $0.action != .keep && !committed.contains($0.plugin) }.map(\.plugin)
            // A plugin to start may have been started by a command in the meantime; its life does not end.
            let starting = Set(change.steps.filter { $0.action == .start }.map(\.plugin))
            supervision.exchange(
                ending: (moving + outdated).filter { !starting.contains($0) }, starting: moving + outdated)
            let actions = change.steps.flatMap { step -> [Supervision.Action] in
                return switch step.action {
                case .keep: []
                case .reconfigure where committed.contains(step.plugin): []
                case .reconfigure, .restart: restart(step, &supervision, at: now)
                case .start where !supervision.members[step.plugin].machine.isDisabled:
                    supervision.handle(.command(.start, because: step.reason), of: step.plugin, at: now)
                case .start: switchPlugin(step, to: .enable, &supervision, at: now)
                case .stop: switchPlugin(step, to: .disable, &supervision, at: now)
                }
            }
            return actions + supervision.restart(outdated, because: "its configuration has changed", at: now)
        }
    }

    /// Enables or disables a plugin.
    ///
    /// - Returns: The actions to perform.
    private func switchPlugin(
        _ step: Rearrangement.Step, to command: PluginStateMachine.Command, _ supervision: inout Supervision,
        at now: Date
    ) -> [Supervision.Action] {
        let reason = configuration.enablementReason(of: supervisors[step.plugin].plugin)
        return supervision.handle(.command(command, because: reason), of: step.plugin, at: now)
    }

    /// Restarts a plugin with a life, and starts a plugin that failed.
    ///
    /// - Returns: The actions to perform.
    private func restart(
        _ step: Rearrangement.Step, _ supervision: inout Supervision, at now: Date
    ) -> [Supervision.Action] {
        let machine = supervision.members[step.plugin].machine
        if machine.phase != .down { return supervision.restart([step.plugin], because: step.reason, at: now) }
        guard machine.hasFailed || machine.isDelayed else { return [] }
        return supervision.handle(.command(.start, because: step.reason), of: step.plugin, at: now)
    }
}
