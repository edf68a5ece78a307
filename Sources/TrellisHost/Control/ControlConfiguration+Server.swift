import Trellis

extension ControlConfiguration {
    /// The limits of the server, as configured.
    var server: VarlinkServer.Configuration {
        var server = VarlinkServer.Configuration()
        server.maximumMessageSize = messageSize.bytes
        server.maximumConnections = connections
        server.maximumConnectionsPerUser = connectionsPerUser
        return server
    }
}
