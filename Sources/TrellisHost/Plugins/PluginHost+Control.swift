import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// Starts, stops or restarts a plugin at the request of an operator.
    ///
    /// It returns when the plugin runs or does not, for good or until its next start, and so do the plugins that it
    /// affects. Those that hold instances of a plugin that stops are closed first; they wait, and start again with it.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - name: The name of the plugin.
    ///   - isDryRun: Whether only to determine the affected plugins.
    /// - Returns: The plugin and those that it affects.
    /// - Throws: `HostError.noSuchPlugin`, `.pluginDisabled`, `.pluginStuck`; `CancellationError`.
    func control(
        _ command: PluginStateMachine.Command, _ name: String, isDryRun: Bool
    ) async throws -> [HostContract.PluginCondition] {
        guard let plugin = supervisors.firstIndex(where: { $0.name == name }) else {
            throw HostError.noSuchPlugin(plugin: name)
        }
        let supervisor = supervisors[plugin]
        guard supervisor.plugin.isEnabled else { throw HostError.pluginDisabled(plugin: name) }
        if command != .stop, supervisor.life == nil, supervisor.isStuck { throw HostError.pluginStuck(plugin: name) }
        let affected = supervision.withLock { supervision in
            [plugin] + (command == .start ? supervision.requiring(plugin) : supervision.affected(by: plugin))
        }
        if !isDryRun {
            let changes = statusChanged.changes()
            let handled = OneShotEvent()
            post(.command(command, plugin, handled: handled))
            await handled.wait()
            var iterator = changes.makeAsyncIterator()
            while !supervision.withLock({ supervision in affected.allSatisfy(supervision.isSettled) }) {
                try Task.checkCancellation()
                await iterator.next()
            }
            try Task.checkCancellation()
        }
        return affected.map { plugin in
            let status = status(of: plugin)
            return HostContract.PluginCondition(
                name: supervisors[plugin].name, state: status.state, reason: status.reason,
                nextStart: status.nextStart?.rfc3339WithMilliseconds)
        }
    }
}
