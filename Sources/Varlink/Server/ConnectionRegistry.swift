import NIOCore

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
        /// Those that are not served, and still have to be told so.
        var refused: [ConnectionID: any Channel] = [:]
        var isClosed = false
    }

    /// How many connections at a time are told why they are refused; others are closed at once.
    private static let maximumRefused = 16

    private let limits: ConnectionLimits
    private let state = Lock(State())

    /// Fired when the registry is closed and no connection is open any more.
    let emptied = OneShotSignal()

    /// Fired when the registry is closed and no call is under way any more either.
    let released = OneShotSignal()

    init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Enters a connection.
    ///
    /// - Returns: What its user's connections share, or why it is refused.
    func add(_ connection: ServerConnection) -> Result<UserBudget, RefusedConnection> {
        state.withLock { state in
            if state.isClosed { return .failure(RefusedConnection(reason: .shutdown)) }
            var user = state.users[connection.peer.userID, default: User()]
            if let reason = limits.refusal(
                of: connection.peer.userID, having: user.connections, among: state.entries.count)
            {
                return .failure(RefusedConnection(reason: reason))
            }
            user.connections += 1
            state.users[connection.peer.userID] = user
            state.entries[connection.id] = Entry(connection: connection)
            state.openCount += 1
            return .success(user.budget)
        }
    }

    /// Enters a connection that is to be told why it is refused.
    ///
    /// - Returns: false when too many are being told already; it is closed at once then.
    func addRefused(_ channel: any Channel, as id: ConnectionID) -> Bool {
        state.withLock { state in
            if state.isClosed || state.refused.count >= Self.maximumRefused { return false }
            state.refused[id] = channel
            return true
        }
    }

    /// Notes that a refused connection has been closed.
    func removeRefused(_ id: ConnectionID) {
        let channel = state.withLock { $0.refused.removeValue(forKey: id) }
        withExtendedLifetime(channel) {}
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
        let (isEmptied, isReleased, refused) = state.withLock { state in
            state.isClosed = true
            return (state.openCount == 0, state.entries.isEmpty, Array(state.refused.values))
        }
        for channel in refused { channel.close(promise: nil) }
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
    let reason: ConnectionRefusal
}
