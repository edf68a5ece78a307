import Logging
import Trellis

/// Writes to the log what happens on the control socket.
struct ServerLog: Sendable {
    /// Where it is written.
    let logger: Logger

    /// Notes an event.
    func note(_ event: VarlinkServerEvent) {
        switch event {
        case .opened(let connection, let peer):
            logger.debug("a client connected", metadata: metadata(connection, peer))
        case .closed(let connection, let reason):
            logger.debug("a connection ended", metadata: metadata(connection, nil).adding("reason", "\(reason)"))
        case .refused(let peer, let reason):
            logger.warning("a client was refused", metadata: metadata(nil, peer).adding("reason", "\(reason)"))
        case .protocolViolation(let connection, let peer, let violation):
            logger.warning(
                "a client sent what is no Varlink; its connection is closed",
                metadata: metadata(connection, peer).adding("reason", "\(violation)"))
        case .acceptFailed(let reason):
            logger.error("a client could not be accepted", metadata: ["reason": "\(reason)"])
        case .adoptionFailed(let reason):
            logger.error(
                "a connection that systemd passed cannot be served; it is closed", metadata: ["reason": "\(reason)"])
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

extension Logger.Metadata {
    fileprivate func adding(_ key: String, _ value: String) -> Logger.Metadata {
        merging([key: "\(value)"]) { $1 }
    }
}
