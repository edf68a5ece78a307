import Trellis

extension ControlConfiguration {
    /// The configured limits of the server.
    var server: VarlinkServerConfiguration {
        var server = VarlinkServerConfiguration()
        server.maximumMessageSize = messageSize.bytes
        server.maximumDepth = messageDepth
        server.messageTimeout = limit(timeoutMessage)
        server.maximumInputSizePerUser = inputSizePerUser.bytes
        server.readAheadSize = readAheadSize.bytes
        server.maximumWaitingCalls = waitingCalls
        server.unreadReplySize = unreadReplySize.bytes
        server.unreadReplyTimeout = limit(timeoutUnread)
        server.idleTimeout = limit(timeoutIdle)
        server.maximumConnections = connections
        server.maximumConnectionsPerUser = connectionsPerUser
        server.reservedConnections = connectionsReserved
        server.backlog = Int32(backlog)
        server.closeTimeout = timeoutClose
        return server
    }

    /// Converts a time limit: "no limit" is zero in the configuration, and nil in the server.
    private func limit(_ duration: Duration) -> Duration? { duration == .zero ? nil : duration }
}
