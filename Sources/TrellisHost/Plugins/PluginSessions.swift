import Logging
import Trellis

/// The sessions of a plugin: a scope for each connection that has called an interface which the sessions serve.
///
/// A session is opened with the connection's first such call and closed when the connection is over, or with the
/// plugin.
actor PluginSessions {
    private let generation: Scope
    private let executor: PluginExecutor
    private let logger: Logger
    private var sessions: [ConnectionID: Task<Scope, any Error>] = [:]

    /// Creates the register; no session is open yet.
    ///
    /// - Parameters:
    ///   - generation: The scope that declares the session, and that closes those that are left when it closes.
    ///   - executor: The executor of the plugin, on which sessions are opened and closed.
    ///   - logger: The logger of the plugin.
    init(of generation: Scope, executor: PluginExecutor, logger: Logger) {
        self.generation = generation
        self.executor = executor
        self.logger = logger
    }

    /// How many sessions are open, or being opened.
    var count: Int { sessions.count }

    /// What serves an interface in the session of a call's connection.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - context: The call.
    /// - Returns: The session's own instance.
    /// - Throws: `OpeningError` when the session can't be opened; the next call tries again. `ScopeClosed` when the
    ///   plugin is stopping.
    func interface(_ name: String, for context: CallContext) async throws -> any VarlinkInterface {
        let session = try await session(for: context)
        for interface in try session.contributions(to: (any VarlinkInterface).self)
        where type(of: interface).contract.name == name {
            return interface
        }
        preconditionFailure("the contract \(name) was read from the session's blueprint, so the session serves it")
    }

    private func session(for context: CallContext) async throws -> Scope {
        if let opening = sessions[context.connection] { return try await opening.value }
        let client = SessionClient(peer: context.peer)
        // A task of its own, because several calls of a caller in the process may wait for it, and the one that came
        // first may be cancelled. It ends with the opening; what it opened is closed with the connection, or with the
        // generation.
        let opening = Task(executorPreference: executor) { [generation] in
            try await generation.openSession(for: client)
        }
        sessions[context.connection] = opening
        do {
            let session = try await opening.value
            // The entry is there until the connection is over, and it can't be over before this call is.
            context.onConnectionEnd { [weak self, executor] in
                // Nobody waits for it: the generation closes whatever is still open when the plugin stops.
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
        logger.log(await session.close())
    }
}

extension Scope {
    /// Opens a session for a client, whether its declaration takes the client or nothing.
    fileprivate func openSession(for client: SessionClient) async throws(OpeningError) -> Scope {
        guard plan.session?.takesArguments(SessionClient.self) == true else { return try await openSession() }
        return try await openSession(client)
    }
}
