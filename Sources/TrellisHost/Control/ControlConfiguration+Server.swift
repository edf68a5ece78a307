import Trellis

extension ControlConfiguration {
    /// The limits of the server, as configured.
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

    /// A span of time as the server has it: zero is no limit here, and nil there.
    private func limit(_ span: Duration) -> Duration? { span == .zero ? nil : span }
}
