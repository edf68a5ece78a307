import Glibc

/// How many connections there may be, in all and of one user.
struct ConnectionLimits {
    let connections: Int
    let connectionsPerUser: Int

    /// How many more of each the privileged users may have.
    let reserved: Int

    /// The users who must get in when others have taken every connection: root, and the user of this process.
    var privilegedUsers: Set<UInt32> = [0, geteuid()]

    init(_ configuration: VarlinkServer.Configuration) {
        connections = configuration.maximumConnections
        connectionsPerUser = configuration.maximumConnectionsPerUser
        reserved = configuration.reservedConnections
    }

    /// Decides whether a user gets a further connection.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - own: How many connections the user has.
    ///   - all: How many connections there are.
    /// - Returns: nil when there is one; else the limit that is in the way.
    func refusal(of user: UInt32, having own: Int, among all: Int) -> ConnectionRefusal? {
        let extra = privilegedUsers.contains(user) ? reserved : 0
        if all >= connections + extra { return .tooManyConnections(limit: connections + extra) }
        if own >= connectionsPerUser + extra { return .tooManyConnectionsOfUser(limit: connectionsPerUser + extra) }
        return nil
    }

    /// Everything that ``refusal(of:having:among:)`` may return.
    var refusals: Set<ConnectionRefusal> {
        Set(
            [0, reserved].flatMap { extra -> [ConnectionRefusal] in
                [
                    .tooManyConnections(limit: connections + extra),
                    .tooManyConnectionsOfUser(limit: connectionsPerUser + extra),
                ]
            })
    }
}
