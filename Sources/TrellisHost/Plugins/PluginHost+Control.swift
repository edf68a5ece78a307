import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// Starts, stops or restarts a plugin at the request of an operator.
    ///
    /// The function returns when the plugin and the affected plugins have settled: each runs, is stopped, or waits for
    /// its next start. Plugins that hold instances of a stopping plugin are closed first, and start again with that
    /// plugin.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - name: The name of the plugin.
    ///   - isDryRun: Whether only to determine the affected plugins.
    /// - Returns: The plugin and those that it affects.
    /// - Throws: `HostError` when the plugin is unknown, disabled, quarantined or stuck, or the daemon stops before the plugins have
    ///   settled; `CancellationError` when the task is cancelled.
    func control(
        _ command: PluginStateMachine.Command, _ name: String, isDryRun: Bool
    ) async throws -> [HostContract.PluginCondition] {
        let plugin = try index(of: name)
        let hosted = hostedPlugins[plugin]
        guard hosted.plugin.isEnabled else { throw HostError.pluginDisabled(plugin: name) }
        let status = status(of: plugin)
        if command != .stop, status.state == .quarantined {
            throw HostError.pluginNotRunning(
                plugin: name, state: .quarantined, reason: status.reason, nextStart: nil)
        }
        if command != .stop, hosted.life == nil, hosted.isStuck { throw HostError.pluginStuck(plugin: name) }
        let affected = loop.read { supervision in
            [plugin] + (command == .start ? supervision.requiring(plugin) : supervision.affected(by: plugin))
        }
        if !isDryRun {
            let changes = statusChanged.changes()
            try await loop.send(.command(command, plugin))
            try await waitUntilSettled(affected, changes)
        }
        return conditions(of: affected)
    }

    /// The plugin with a name.
    ///
    /// - Throws: `HostError.noSuchPlugin` when no plugin has the name.
    func index(of name: String) throws -> Supervision.Index {
        guard let plugin = hostedPlugins.firstIndex(where: { $0.name == name }) else {
            throw HostError.noSuchPlugin(plugin: name)
        }
        return plugin
    }

    /// Waits until each given plugin has settled: it runs, is stopped, or waits for its next start.
    ///
    /// - Parameters:
    ///   - plugins: The plugins.
    ///   - changes: The changes of ``statusChanged`` since the command.
    /// - Throws: `HostError.shuttingDown` when the daemon stops, so that no further plugin starts; `CancellationError` when the task is
    ///   cancelled.
    func waitUntilSettled(_ plugins: [Supervision.Index], _ changes: AsyncStream<Void>) async throws {
        var iterator = changes.makeAsyncIterator()
        while !loop.read({ supervision in plugins.allSatisfy(supervision.isSettled) }) {
            try Task.checkCancellation()
            if loop.read(\.isEnding) { throw HostError.shuttingDown }
            await iterator.next()
        }
        try Task.checkCancellation()
    }

    /// The states of plugins, for an operator.
    func conditions(of plugins: [Supervision.Index]) -> [HostContract.PluginCondition] {
        plugins.map(condition(of:))
    }

    /// The state of a plugin, for an operator.
    func condition(of plugin: Supervision.Index) -> HostContract.PluginCondition {
        let (name, status) = (hostedPlugins[plugin].name, status(of: plugin))
        return HostContract.PluginCondition(
            name: name, state: status.state, since: status.since.rfc3339WithMilliseconds, reason: status.reason,
            nextStart: status.nextStart?.rfc3339WithMilliseconds, override: configuration.overrides[name])
    }
}
