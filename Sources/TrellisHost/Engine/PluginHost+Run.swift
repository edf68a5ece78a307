import Foundation
import HostConfiguration
import HostInterface
import HostSupport
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
    /// - Throws: `HostFailure` when a required plugin cannot start; the error of the body; `CancellationError` when
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
        for index in hostedPlugins.indices where hostedPlugins[index].plugin.isEnabled {
            registerPlaceholders(of: index)
        }
        defer { for index in hostedPlugins.indices { unregisterPlaceholders(of: index) } }
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
        loop.post(.shutdown)
        await supervising.value
        let stuck = hostedPlugins.filter(\.isStuck).map(\.name)
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

    /// Registers the interfaces of a plugin, so that their calls fail with the reason until the plugin runs.
    ///
    /// The daemon has validated the interfaces of all enabled plugins. A conflict with another interface that the owner of
    /// the router registered is reported when the plugin starts.
    private func registerPlaceholders(of plugin: Supervision.Index) {
        let contracts = hostedPlugins[plugin].contracts.all
        roles.register(contracts, of: hostedPlugins[plugin].name)
        let placeholders = contracts.map { contract in
            VarlinkRegistration(contract: contract) { [weak self] _ in
                throw self?.notRunning(plugin) ?? HostError.shuttingDown
            }
        }
        guard (try? router.replace([], with: placeholders)) != nil else { return }
        hostedPlugins[plugin].placeholders = placeholders
    }

    /// Removes the interfaces of a plugin that does not run.
    private func unregisterPlaceholders(of plugin: Supervision.Index) {
        router.unregister(hostedPlugins[plugin].placeholders.map(\.contract.name))
        hostedPlugins[plugin].placeholders = []
    }

    /// Registers the interfaces of a plugin that was enabled, and removes those of one that was disabled.
    func updatePlaceholders(for change: Supervision.Change) {
        switch (change.before.state, change.after.state) {
        case (.disabled, .disabled): break
        case (.disabled, _): registerPlaceholders(of: change.plugin)
        case (_, .disabled): unregisterPlaceholders(of: change.plugin)
        default: break
        }
    }

    /// Replaces the interfaces of a plugin without a life by those of its new configuration, if they differ.
    func updateInterfaces(of plugin: Supervision.Index) {
        let hosted = hostedPlugins[plugin]
        let new = hosted.declaration
        guard new.contracts != hosted.contracts else { return }
        unregisterPlaceholders(of: plugin)
        hosted.registered = new
        if status(of: plugin).state != .disabled { registerPlaceholders(of: plugin) }
    }

    private func notRunning(_ plugin: Supervision.Index) -> HostError {
        let status = status(of: plugin)
        return .pluginNotRunning(
            plugin: hostedPlugins[plugin].name, state: status.state, reason: status.reason,
            nextStart: status.nextStart?.rfc3339WithMilliseconds)
    }

    /// The failure of a required plugin that is not started again, if any.
    ///
    /// The failure of a required plugin takes precedence over that of a plugin that a required one needs.
    var requiredFailure: HostFailure? { loop.read(\.requiredFailure) }
}
