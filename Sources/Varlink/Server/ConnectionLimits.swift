import Glibc

/// The limits on the number of connections, in total and per user.
struct ConnectionLimits {
    let connections: Int
    let connectionsPerUser: Int

    /// The number of connections that a privileged user may have beyond each limit.
    let reserved: Int

    /// The users that must be able to connect when all connections are in use: root, and the user of this process.
    var privilegedUsers: Set<UInt32> = [0, geteuid()]

    /// The encoded replies to the first calls of refused connections.
    private(set) var replies: [ConnectionRefusal: [UInt8]] = [:]

    init(_ configuration: VarlinkServerConfiguration) {
        connections = configuration.maximumConnections
        connectionsPerUser = configuration.maximumConnectionsPerUser
        reserved = configuration.reservedConnections
    }

    /// Creates limits with the replies to refused connections.
    ///
    /// The replies are encoded here, because the error mapper is foreign code, which must not run on an event loop.
    init(_ configuration: VarlinkServerConfiguration, of router: VarlinkRouter) {
        self.init(configuration)
        replies = Dictionary(uniqueKeysWithValues: refusals.map { ($0, router.reply(to: $0).encoded()) })
    }

    /// Decides whether a user may have another connection.
    ///
    /// - Parameters:
    ///   - user: The user ID of the peer.
    ///   - own: The number of connections of the user.
    ///   - all: The number of all connections.
    /// - Returns: The limit that is exceeded; nil when the user may have another connection.
    func refusal(of user: UInt32, having own: Int, among all: Int) -> ConnectionRefusal? {
        let extra = privilegedUsers.contains(user) ? reserved : 0
        if all >= connections + extra { return .tooManyConnections(limit: connections + extra) }
        if own >= connectionsPerUser + extra { return .tooManyConnectionsOfUser(limit: connectionsPerUser + extra) }
        return nil
    }

    /// All values that ``refusal(of:having:among:)`` may return.
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
