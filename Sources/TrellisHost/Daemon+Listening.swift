import Logging
import SystemPackage
import Systemd
import Trellis

extension Daemon {
    /// Listens on the sockets that systemd passed, or creates the control socket.
    ///
    /// - Returns: The path of the socket, for the log.
    func listen(_ sockets: [ActivatedSocket]) throws(HostFailure) -> String {
        do throws(VarlinkListenError) {
            var paths: [String] = []
            for socket in sockets {
                guard let descriptor = socket.release() else { continue }
                switch socket.kind {
                case .connection: try server.adopt(connectedDescriptor: descriptor)
                case .listening, .other: try server.listen(onDescriptor: descriptor)
                }
                paths.append(socket.path ?? "a socket without a path")
            }
            if !paths.isEmpty {
                if let named = socketPath.named, !paths.contains(named) {
                    logger.log(
                        .socketNotCreated, "the configured control socket is not created, because systemd passed one",
                        metadata: ["socket": "\(paths.joined(separator: ", "))", "configured": "\(named)"])
                }
                return paths.joined(separator: ", ")
            }
        } catch {
            throw HostFailure(.operatingSystemError, "cannot serve a socket that systemd passed: \(error)")
        }
        let path = try socketPath.resolve()
        if let parent = FilePath(path).removingLastComponent().nonEmpty {
            try Directory.create(parent, purpose: "directory of the control socket", mode: 0o755)
        }
        do throws(VarlinkListenError) {
            try server.listen(on: .path(path), mode: 0o660)
            return path
        } catch {
            throw HostFailure(listening: error)
        }
    }
}
