import HostConfiguration
import HostSupport
import Logging
import Trellis

extension ControlConfiguration {
    /// Reduces the configured limits on connections when the limit on open files is too low.
    ///
    /// - Parameters:
    ///   - descriptors: The limit on open files.
    ///   - logger: Logs reduced limits.
    /// - Returns: The limits of the server.
    func server(within descriptors: DescriptorLimit, _ logger: Logger) -> VarlinkServerConfiguration {
        var server = server
        let (requested, requestedPerUser) = (server.maximumConnections, server.maximumConnectionsPerUser)
        server.maximumConnections = descriptors.connections(of: requested)
        server.maximumConnectionsPerUser = descriptors.connectionsPerUser(of: requestedPerUser, among: requested)
        server.reservedConnections = descriptors.reservedConnections(of: server.reservedConnections)
        if let count = descriptors.count, server.maximumConnections < requested {
            logger.log(
                .descriptorLimitLow,
                """
                the limit on open files (RLIMIT_NOFILE) is too low for control.connections, which was reduced together with \
                control.connectionsPerUser: raise LimitNOFILE= of the unit, or lower control.connections
                """,
                metadata: [
                    "limit": "\(count)", "configured": "\(requested)", "connections": "\(server.maximumConnections)",
                    "configuredPerUser": "\(requestedPerUser)",
                    "connectionsPerUser": "\(server.maximumConnectionsPerUser)",
                    "needed": "\(DescriptorLimit.descriptors(for: requested))",
                ])
        }
        return server
    }

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
