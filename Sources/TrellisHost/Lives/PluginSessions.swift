import HostInterface
import Synchronization
import Trellis

/// The sessions of a plugin: one scope for each connection that has called an interface of the session.
///
/// A session is opened by the first such call of a connection, in the current generation. It is closed when the
/// connection ends or the generation closes.
///
/// A connection loses its session when it is handed over to the next process of the daemon, or when the generation
/// closes. The first call that needs the lost session fails with `HostError.sessionLost` or `.pluginReconfigured`, and
/// the next one opens a new session.
actor PluginSessions {
    /// A user of a generation.
    typealias Use = Succession<PluginGeneration>.Term

    private struct Session {
        /// The generation, which the session uses.
        let generation: Use
        let opening: Task<Scope, any Error>
        let calls = WaitingCalls()

        /// The scope, when it is open.
        func scope() async throws -> Scope { try await calls.wait(for: opening) }
    }

    /// The calls that wait for a session.
    ///
    /// The opening is cancelled when all of them are cancelled.
    private final class WaitingCalls: Sendable {
        private let count = Mutex(0)

        func wait(for opening: Task<Scope, any Error>) async throws -> Scope {
            count.withLock { $0 += 1 }
            return try await withTaskCancellationHandler {
                try await opening.value
            } onCancel: {
                let isLast = count.withLock { count in
                    count -= 1
                    return count == 0
                }
                if isLast { opening.cancel() }
            }
        }
    }

    private let generations: Succession<PluginGeneration>
    private let plugin: String
    private let executor: PluginExecutor
    private let open: @Sendable (() async throws -> Scope) async throws -> Scope
    private let report: @Sendable (ClosingReport) async -> Void
    private var sessions: [ConnectionID: Session] = [:]

    /// The connections whose sessions closed with their generation.
    private var lost: Set<ConnectionID> = []

    /// Creates the value, without open sessions.
    ///
    /// - Parameters:
    ///   - generations: The generations, whose scopes close the remaining sessions when they close.
    ///   - plugin: The name of the plugin.
    ///   - executor: The executor of the plugin, on which sessions are opened and closed.
    ///   - open: Calls a function that opens a session.
    ///   - report: Reports the closing of a session.
    init(
        in generations: Succession<PluginGeneration>, plugin: String, executor: PluginExecutor,
        open: @escaping @Sendable (() async throws -> Scope) async throws -> Scope,
        report: @escaping @Sendable (ClosingReport) async -> Void
    ) {
        self.generations = generations
        self.plugin = plugin
        self.executor = executor
        (self.open, self.report) = (open, report)
    }

    /// The number of sessions that are open or being opened.
    var count: Int { sessions.count }

    /// Enters the generation of a connection's session, or the current one.
    ///
    /// - Parameter connection: The connection of a call.
    /// - Returns: The generation, which the caller leaves.
    /// - Throws: `HostError.pluginReconfigured` when the session closed with its generation.
    func enter(_ connection: ConnectionID) throws -> Use {
        if lost.remove(connection) != nil { throw HostError.pluginReconfigured(plugin: plugin) }
        guard let generation = sessions[connection]?.generation else { return generations.enter() }
        generation.enter()
        return generation
    }

    /// Returns the interface in the session of a call's connection, and opens the session if necessary.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - context: The call.
    ///   - generation: The generation that ``enter(_:)`` returned for the call.
    /// - Returns: The session's instance.
    /// - Throws: `OpeningError` when the session cannot be opened; the next call tries again. `ScopeClosed` when the
    ///   plugin is stopping. `HostError.sessionLost` when the session was open in the previous process of the daemon.
    func interface(
        _ name: String, for context: CallContext, in generation: Use
    ) async throws -> any VarlinkInterface {
        let session = try await session(for: context, in: generation)
        for interface in try session.contributions(to: (any VarlinkInterface).self)
        where type(of: interface).contract.name == name {
            return interface
        }
        preconditionFailure("the session serves \(name), because its blueprint does")
    }

    private func session(for context: CallContext, in generation: Use) async throws -> Scope {
        while let session = sessions[context.connection] {
            do {
                return try await session.scope()
            } catch  where session.opening.isCancelled && !Task.isCancelled {
                // All calls that waited before this one were cancelled, and so was the opening. The first of them removes it.
                if sessions[context.connection]?.opening == session.opening { remove(context.connection) }
            }
        }
        if context.takeLostState(named: plugin) { throw HostError.sessionLost(plugin: plugin) }
        let client = SessionClient(peer: context.peer)
        generation.enter()
        // The task is unstructured, because several calls of an in-process caller may wait for the opening, and the
        // first call may be cancelled. The task ends with the opening, which is cancelled with the last of these calls. The
        // session is closed with the connection or the generation.
        let executor = executor.executor(for: context.peer?.userID)
        let opening = Task(executorPreference: executor) { [open] in
            try await open { try await generation.value.scope.openSession(for: client) }
        }
        let session = Session(generation: generation, opening: opening)
        sessions[context.connection] = session
        do {
            let scope = try await session.scope()
            context.noteState(named: plugin)
            // The connection cannot end before this call, so the entry still exists.
            context.onConnectionEnd { [weak self] in
                // The task is unstructured and not awaited: the generation closes open sessions when it closes.
                Task(executorPreference: executor) { await self?.close(context.connection) }
            }
            return scope
        } catch {
            if sessions[context.connection]?.opening == opening { remove(context.connection) }
            throw opening.isCancelled ? CancellationError() : error
        }
    }

    /// Removes a session that did not open.
    private func remove(_ connection: ConnectionID) {
        sessions.removeValue(forKey: connection)?.generation.leave()
    }

    private func close(_ connection: ConnectionID) async {
        lost.remove(connection)
        guard let session = sessions.removeValue(forKey: connection) else { return }
        defer { session.generation.leave() }
        guard let scope = try? await session.opening.value else { return }
        await report(scope.close())
    }

    /// Removes the sessions of a generation that is about to close.
    func removeAll(of generation: PluginGeneration) {
        for (connection, session) in sessions where session.generation.value === generation {
            sessions[connection] = nil
            lost.insert(connection)
            session.generation.leave()
        }
    }
}

extension Scope {
    /// Opens a session for a client, with or without the client as its argument.
    fileprivate func openSession(for client: SessionClient) async throws(OpeningError) -> Scope {
        guard plan.session?.takesArguments(SessionClient.self) == true else { return try await openSession() }
        return try await openSession(client)
    }
}
