import NIOCore

/// The connections of a server that are open or whose last call has not ended.
///
/// Both count towards the limits, since oneway calls continue without their client.
final class ConnectionRegistry: Sendable {
    private struct Entry {
        let connection: ServerConnection
        var isOpen = true
    }

    private struct User {
        var connections = 0
        let input = UserInput()
    }

    private struct State {
        var limits: ConnectionLimits
        var entries: [ConnectionID: Entry] = [:]
        var openCount = 0
        var users: [UInt32: User] = [:]
        /// The refused connections that wait for their first call, to reply with the reason.
        var refused: [ConnectionID: any Channel] = [:]
        /// The connections that this server no longer serves and that remain open.
        var handedOver: [HandedOverConnection] = []
        var isClosed = false
    }

    /// The maximum number of refused connections that wait for their first call.
    ///
    /// Further refused connections are closed at once.
    private static let maximumRefused = 16

    private let state: Lock<State>

    /// Fires when the registry is closed and no connection is open.
    let emptied = OneShotSignal()

    /// Fires when the registry is closed, no connection is open, and no call is in progress.
    let released = OneShotSignal()

    init(limits: ConnectionLimits) {
        state = Lock(State(limits: limits))
    }

    /// Replaces the limits for further connections.
    func setLimits(_ limits: ConnectionLimits) {
        let previous = state.withLock { state in
            defer { state.limits = limits }
            return state.limits
        }
        withExtendedLifetime(previous) {}
    }

    /// Adds a connection.
    ///
    /// - Returns: The input account of its user, or the reason for refusing the connection.
    func add(_ connection: ServerConnection) -> Result<UserInput, RefusedConnection> {
        state.withLock { state in
            if state.isClosed { return .failure(RefusedConnection(reason: .shutdown)) }
            var user = state.users[connection.peer.userID, default: User()]
            if let reason = state.limits.refusal(
                of: connection.peer.userID, having: user.connections, among: state.entries.count)
            {
                return .failure(RefusedConnection(reason: reason, reply: state.limits.replies[reason]))
            }
            user.connections += 1
            state.users[connection.peer.userID] = user
            state.entries[connection.id] = Entry(connection: connection)
            state.openCount += 1
            return .success(user.input)
        }
    }

    /// Adds a refused connection that waits for its first call.
    ///
    /// - Returns: Whether the connection was added; false when too many are waiting, and the caller has to close the
    ///   connection.
    func addRefused(_ channel: any Channel, as id: ConnectionID) -> Bool {
        state.withLock { state in
            if state.isClosed || state.refused.count >= Self.maximumRefused { return false }
            state.refused[id] = channel
            return true
        }
    }

    /// Removes a refused connection that has been closed.
    func removeRefused(_ id: ConnectionID) {
        let channel = state.withLock { $0.refused.removeValue(forKey: id) }
        withExtendedLifetime(channel) {}
    }

    /// Adds a connection that another server is to serve, before it is closed here.
    func handOver(_ connection: HandedOverConnection) {
        state.withLock { $0.handedOver.append(connection) }
    }

    /// Returns the connections that another server is to serve, and removes them.
    func takeHandedOver() -> [HandedOverConnection] {
        state.withLock { state in
            defer { state.handedOver = [] }
            return state.handedOver
        }
    }

    /// Records that a connection has been closed.
    func remove(_ id: ConnectionID) {
        let isEmptied = state.withLock { state in
            guard state.entries[id]?.isOpen == true else { return false }
            state.entries[id]?.isOpen = false
            state.openCount -= 1
            return state.isClosed && state.openCount == 0
        }
        if isEmptied { emptied.fire() }
    }

    /// Removes a closed connection whose last call has ended.
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

    /// Refuses all further connections.
    func close() {
        let (isEmptied, isReleased, refused) = state.withLock { state in
            state.isClosed = true
            return (state.openCount == 0, state.entries.isEmpty, Array(state.refused.values))
        }
        for channel in refused { channel.close(promise: nil) }
        if isEmptied { emptied.fire() }
        if isReleased { released.fire() }
    }

    /// The connections that are open or whose last call has not ended.
    var connections: [ServerConnection] {
        state.withLock { $0.entries.values.map(\.connection) }
    }

    /// The input that is retained for the connections of all users, in bytes.
    var retainedInputSize: Int {
        state.withLock { $0.users.values.reduce(0) { $0 + $1.input.count } }
    }
}

/// The error of a channel initializer that makes SwiftNIO close a refused connection.
struct RefusedConnection: Error {
    let reason: ConnectionRefusal

    /// The encoded reply to the first call of the connection; nil for none.
    var reply: [UInt8]?
}
