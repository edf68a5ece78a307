import HostConfiguration
package import HostInterface
import HostSupport
import Synchronization
package import Trellis

/// The operations for TrellisTesting.
extension PluginHost {
    /// Validates the enabled plugins together, like the public initializer, and observes an executor.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - environment: The environment of the host.
    ///   - router: The router on which the interfaces of running plugins are registered.
    ///   - probe: Observes the executor of a plugin.
    ///   - adjust: Changes a blueprint before its validation.
    ///   - declareRoot: Declares further instances of the root scope.
    /// - Throws: The errors of the public initializer.
    package convenience init(
        configuration: LoadedConfiguration, environment: HostEnvironment, router: VarlinkRouter, probe: ExecutionProbe?,
        adjusting adjust: @escaping @Sendable (_ plugin: String, _ blueprint: inout Blueprint) -> Void,
        root declareRoot: (inout Blueprint) -> Void
    ) throws {
        try self.init(
            configuration: configuration, environment: environment, router: router, overridesFile: nil, probe: probe,
            adjusting: adjust, root: declareRoot)
    }

    /// Stops a plugin, and returns when it has stopped.
    package func stop(_ plugin: String) async throws { _ = try await control(.stop, plugin, isDryRun: false) }

    /// Starts a plugin, and returns when it runs or has failed.
    package func start(_ plugin: String) async throws { _ = try await control(.start, plugin, isDryRun: false) }

    /// Requests the stop of a plugin without waiting for it.
    ///
    /// - Throws: `HostError.noSuchPlugin` when no plugin has the name.
    package func requestStop(of plugin: String) throws {
        loop.post(.command(.stop, try index(of: plugin)))
    }

    /// Runs the host with a request to stop that arrives before the plugins start.
    ///
    /// - Throws: `CancellationError`.
    package func runStopped() async throws {
        let stop = OneShotEvent()
        stop.signal()
        try await run(until: stop) {}
    }

    /// Reloads the configuration, and returns the actions.
    package func reload() async throws -> [HostContract.PluginChange] {
        try await reload(expecting: nil).plugins.map { HostContract.PluginChange($0) }
    }

    /// The events after a number, as `trellisctl events` shows them.
    ///
    /// - Parameter number: The number of the last event that is not returned; 0 for all events.
    /// - Returns: The events, in order.
    package func events(after number: Int) -> [HostContract.Event] {
        var found: [HostContract.Event] = []
        while case let page = events.ring.page(from: (found.last?.sequence ?? number) + 1), !page.elements.isEmpty {
            found += page.elements.map { HostContract.Event($0) }
        }
        return found
    }

    /// Waits for an event, past or future, that meets a condition.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package func event(where isMatch: (HostContract.Event) -> Bool) async throws -> HostContract.Event {
        var last = 0
        var changes = events.ring.changes().makeAsyncIterator()
        while true {
            let new = events(after: last)
            if let found = new.first(where: isMatch) { return found }
            last = new.last?.sequence ?? last
            try Task.checkCancellation()
            await changes.next()
        }
    }

    /// The contracts of a plugin's interfaces: all of them, and those of its session.
    package func contracts(of plugin: String) throws -> (all: [VarlinkContract], session: [VarlinkContract]) {
        let contracts = hostedPlugins[try index(of: plugin)].contracts
        return (contracts.all, contracts.session)
    }

    /// The open scopes of a plugin: its own scope and its current generation.
    package func openScopes(of plugin: String) throws -> [Scope] {
        guard let scopes = hostedPlugins[try index(of: plugin)].life?.scopes else { return [] }
        return [scopes.own, scopes.generations.value.scope]
    }

    /// The reason why a plugin with an equal configuration would not keep its carried instances after a reload; nil if it
    /// would.
    package func obstacleOfEqualConfiguration(of plugin: String) throws -> String? {
        let index = try index(of: plugin)
        let current = arrangement.withLock(\.self)
        let configuration = try current.configuration.with(current.configuration.overrides)
        let hosted = hostedPlugins[index]
        let declaration = declaration(of: configuration.plugins[index], in: hosted.environment)
        guard let own = current.plans[plugin]?.plan.blueprint else { return nil }
        return declaration.reconfigurationObstacle(from: hosted.declaration, carrying: own)
    }
}
