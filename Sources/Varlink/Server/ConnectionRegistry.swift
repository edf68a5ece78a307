/// The connections of a server: those that are open, and those whose last call has not ended.
///
/// Both count, because both make the server keep something: oneway calls are served although their client has gone.
final class ConnectionRegistry: Sendable {
    private struct Entry {
        let connection: ServerConnection
        var isOpen = true
    }

    private struct User {
        var connections = 0
        let budget = UserBudget()
    }

    private struct State {
        var entries: [ConnectionID: Entry] = [:]
        var openCount = 0
        var users: [UInt32: User] = [:]
        var isClosed = false
    }

    private let maximumConnections: Int
    private let maximumConnectionsPerUser: Int
    private let state = Lock(State())

    /// Fired when the registry is closed and no connection is open any more.
    let emptied = OneShotSignal()

    /// Fired when the registry is closed and no call is under way any more either.
    let released = OneShotSignal()

    init(maximumConnections: Int, maximumConnectionsPerUser: Int) {
        self.maximumConnections = maximumConnections
        self.maximumConnectionsPerUser = maximumConnectionsPerUser
    }

    /// Enters a connection.
    ///
    /// - Returns: What its user's connections share, or why it is refused.
    func add(_ connection: ServerConnection) -> Result<UserBudget, RefusedConnection> {
        state.withLock { state in
            if state.isClosed { return .failure(RefusedConnection(reason: .shutdown)) }
            if state.entries.count >= maximumConnections {
                return .failure(RefusedConnection(reason: .tooManyConnections(limit: maximumConnections)))
            }
            var user = state.users[connection.peer.userID, default: User()]
            if user.connections >= maximumConnectionsPerUser {
                return .failure(RefusedConnection(reason: .tooManyConnectionsOfUser(limit: maximumConnectionsPerUser)))
            }
            user.connections += 1
            state.users[connection.peer.userID] = user
            state.entries[connection.id] = Entry(connection: connection)
            state.openCount += 1
            return .success(user.budget)
        }
    }

    /// Notes that a connection has been closed.
    func remove(_ id: ConnectionID) {
        let isEmptied = state.withLock { state in
            guard state.entries[id]?.isOpen == true else { return false }
            state.entries[id]?.isOpen = false
            state.openCount -= 1
            return state.isClosed && state.openCount == 0
        }
        if isEmptied { emptied.fire() }
    }

    /// Lets go of a closed connection, whose last call has ended.
    func release(_ id: ConnectionID) {
        let (connection, isReleased) = state.withLock { state in
            let connection = state.entries.removeValue(forKey: id)?.connection
            if let user = connection?.peer.userID {
                state.users[user]?.connections -= 1
                if state.users[user]?.connections == 0 { state.users[user] = nil }
            }
            return (connection, state.isClosed && state.entries.isEmpty)
        }
        withExtendedLifetime(connection) {}
        if isReleased { released.fire() }
    }

    /// Refuses connections from now on.
    func close() {
        let (isEmptied, isReleased) = state.withLock { state in
            state.isClosed = true
            return (state.openCount == 0, state.entries.isEmpty)
        }
        if isEmptied { emptied.fire() }
        if isReleased { released.fire() }
    }

    /// The connections that are open, or whose last call has not ended.
    var connections: [ServerConnection] {
        state.withLock { $0.entries.values.map(\.connection) }
    }
}

/// Tells SwiftNIO to close a connection that the server does not take.
struct RefusedConnection: Error {
    let reason: VarlinkServer.RefusalReason
}
