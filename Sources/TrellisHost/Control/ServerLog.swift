import Logging
import Trellis

/// Logs the events of the control socket.
struct ServerLog: Sendable {
    /// The logger of the daemon.
    let logger: Logger

    /// Logs an event with its connection and its client.
    func record(_ event: VarlinkServerEvent) {
        switch event {
        case .opened(let connection, let peer):
            logger.log(.clientConnected, "client connected", metadata: metadata(connection, peer))
        case .closed(let connection, let reason):
            logger.log(
                .connectionClosed, "connection closed",
                metadata: metadata(connection, nil).adding("reason", "\(reason)"))
        case .refused(let peer, let reason):
            let client = peer.map { " of user \($0.userID), process \($0.processID)" } ?? ""
            logger.log(
                .connectionRefused, "connection\(client) refused: \(reason.explanation)",
                metadata: metadata(nil, peer).adding("reason", reason.explanation))
        case .protocolViolation(let connection, let peer, let violation):
            logger.log(
                .malformedMessage, "malformed Varlink message, closing the connection: \(violation)",
                metadata: metadata(connection, peer).adding("reason", "\(violation)"))
        case .acceptFailed(let reason):
            logger.log(.acceptFailed, "cannot accept a connection: \(reason)", metadata: ["reason": "\(reason)"])
        case .adoptionFailed(let reason):
            logger.log(
                .adoptionFailed, "cannot serve a connection that systemd passed, closing it: \(reason)",
                metadata: ["reason": "\(reason)"])
        }
    }

    private func metadata(_ connection: ConnectionID?, _ peer: PeerCredentials?) -> Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        if let connection { metadata["connection"] = "\(connection)" }
        if let peer {
            metadata["pid"] = "\(peer.processID)"
            metadata["uid"] = "\(peer.userID)"
        }
        return metadata
    }
}

extension ConnectionRefusal {
    /// The reason, for the log.
    fileprivate var explanation: String {
        switch self {
        case .tooManyConnections(let limit): "all \(limit) connections are in use (control.connections)"
        case .tooManyConnectionsOfUser(let limit):
            "the user has \(limit) connections, which is the limit (control.connectionsPerUser)"
        case .unknownPeer: "the kernel does not report its credentials"
        case .shutdown: "the daemon is stopping"
        }
    }
}

extension Logger.Metadata {
    fileprivate func adding(_ key: String, _ value: String) -> Logger.Metadata {
        merging([key: "\(value)"]) { $1 }
    }
}
