import Synchronization

/// The open connections of a server.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ConnectionID: ServerConnection] = [:]
        /// How many connections each user has.
        var perUser: [UInt32: Int] = [:]
        var isClosed = false
    }

    private let maximumConnections: Int
    private let maximumConnectionsPerUser: Int
    private let state = Mutex(State())

    /// Fired when the registry is closed and its last connection has gone.
    let emptied = OneShotSignal()

    init(maximumConnections: Int, maximumConnectionsPerUser: Int) {
        self.maximumConnections = maximumConnections
        self.maximumConnectionsPerUser = maximumConnectionsPerUser
    }

    /// Enters a connection.
    ///
    /// - Returns: Why it is refused; nil when it is entered.
    func add(_ connection: ServerConnection) -> VarlinkServer.RefusalReason? {
        state.withLock { state in
            if state.isClosed { return .shutdown }
            if state.connections.count >= maximumConnections {
                return .tooManyConnections(limit: maximumConnections)
            }
            if let user = connection.peer?.userID {
                if state.perUser[user, default: 0] >= maximumConnectionsPerUser {
                    return .tooManyConnectionsOfUser(limit: maximumConnectionsPerUser)
                }
                state.perUser[user, default: 0] += 1
            }
            state.connections[connection.id] = connection
            return nil
        }
    }

    /// Takes a connection out.
    ///
    /// One that was refused is not in.
    func remove(_ id: ConnectionID) {
        let (connection, isEmptied) = state.withLock { state in
            let connection = state.connections.removeValue(forKey: id)
            if let user = connection?.peer?.userID, let count = state.perUser[user] {
                state.perUser[user] = count > 1 ? count - 1 : nil
            }
            return (connection, state.isClosed && state.connections.isEmpty)
        }
        withExtendedLifetime(connection) {}
        if isEmptied { emptied.fire() }
    }

    /// Refuses connections from now on.
    ///
    /// - Returns: Those that are open.
    func close() -> [ServerConnection] {
        let connections = state.withLock { state in
            state.isClosed = true
            return Array(state.connections.values)
        }
        if connections.isEmpty { emptied.fire() }
        return connections
    }

    /// The connections that are open.
    var connections: [ServerConnection] {
        state.withLock { Array($0.connections.values) }
    }
}
