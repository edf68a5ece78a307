import HostInterface
import Trellis

/// The sessions of a plugin: one scope for each connection that has called an interface of the session.
///
/// A session is opened by the first such call of a connection. It is closed when the connection ends or the plugin
/// stops.
///
/// A connection that is handed over to the next process of the daemon loses its session. In that process, the first
/// call that needs the session fails with `HostError.sessionLost`, and the next one opens a new session.
actor PluginSessions {
    private let generation: Scope
    private let plugin: String
    private let executor: PluginExecutor
    private let report: @Sendable (PluginFault) -> Void
    private var sessions: [ConnectionID: Task<Scope, any Error>] = [:]

    /// Creates the value, without open sessions.
    ///
    /// - Parameters:
    ///   - generation: The parent scope, which closes the remaining sessions when it closes.
    ///   - plugin: The name of the plugin.
    ///   - executor: The executor of the plugin, on which sessions are opened and closed.
    ///   - report: Reports a fault of the plugin.
    init(
        of generation: Scope, plugin: String, executor: PluginExecutor,
        report: @escaping @Sendable (PluginFault) -> Void
    ) {
        self.generation = generation
        self.plugin = plugin
        self.executor = executor
        self.report = report
    }

    /// The number of sessions that are open or being opened.
    var count: Int { sessions.count }

    /// Returns the interface in the session of a call's connection, and opens the session if necessary.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - context: The call.
    /// - Returns: The session's instance.
    /// - Throws: `OpeningError` when the session cannot be opened; the next call tries again. `ScopeClosed` when the
    ///   plugin is stopping. `HostError.sessionLost` when the session was open in the previous process of the daemon.
    func interface(_ name: String, for context: CallContext) async throws -> any VarlinkInterface {
        let session = try await session(for: context)
        for interface in try session.contributions(to: (any VarlinkInterface).self)
        where type(of: interface).contract.name == name {
            return interface
        }
        preconditionFailure("the session serves \(name), because its blueprint does")
    }

    private func session(for context: CallContext) async throws -> Scope {
        if let opening = sessions[context.connection] { return try await opening.value }
        if context.takeLostState(named: plugin) { throw HostError.sessionLost(plugin: plugin) }
        let client = SessionClient(peer: context.peer)
        // The task is unstructured, because several calls of an in-process caller may wait for the opening, and the
        // first call may be cancelled. The task ends with the opening. The session is closed with the connection or the
        // generation.
        let opening = Task(executorPreference: executor) { [generation] in
            try await generation.openSession(for: client)
        }
        sessions[context.connection] = opening
        do {
            let session = try await opening.value
            context.noteState(named: plugin)
            // The connection cannot end before this call, so the entry still exists.
            context.onConnectionEnd { [weak self, executor] in
                // The task is unstructured and not awaited: the generation closes open sessions when the plugin stops.
                Task(executorPreference: executor) { await self?.end(context.connection) }
            }
            return session
        } catch {
            sessions[context.connection] = nil
            throw error
        }
    }

    private func end(_ connection: ConnectionID) async {
        guard let session = try? await sessions.removeValue(forKey: connection)?.value else { return }
        for fault in await session.close().faults { report(fault) }
    }
}

extension Scope {
    /// Opens a session for a client, with or without the client as its argument.
    fileprivate func openSession(for client: SessionClient) async throws(OpeningError) -> Scope {
        guard plan.session?.takesArguments(SessionClient.self) == true else { return try await openSession() }
        return try await openSession(client)
    }
}
