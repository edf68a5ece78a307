import CSystemd
import Glibc
public import Logging

/// Socket activation: the sockets that systemd passes to a service (sd_listen_fds(3), systemd.socket(5)).
public enum SocketActivation {
    /// Takes the sockets that were passed to this process.
    ///
    /// Call this method once, at the start of the program, before other threads read the environment and before the
    /// first notification of a ``ServiceManager``. The method removes `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`
    /// from the environment, so that child processes do not use them. The removal by unsetenv(3) is not safe while
    /// other threads read the environment. A second call returns no sockets. The descriptors are set to close-on-exec.
    ///
    /// - Parameters:
    ///   - names: The expected names. A descriptor with another name is closed, with a warning.
    ///   - logger: Receives a warning for each descriptor that is closed, and further messages at debug level.
    /// - Returns: The sockets, in the order of systemd; none if the process was not activated by a socket.
    /// - Throws: ``SocketActivationError`` if the variables are malformed.
    public static func takeSockets(
        named names: Set<String>, logger: Logger
    ) throws(SocketActivationError) -> [ActivatedSocket] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &list)
        guard count >= 0 else { throw .unusable(SystemCallError(errno: -count)) }
        guard count > 0 else {
            logger.debug("LISTEN_FDS is not set: systemd passed no sockets.")
            return []
        }
        var sockets: [ActivatedSocket] = []
        for index in 0..<Int(count) {
            let name = list?[index].map { String(cString: $0) } ?? "unknown"
            let socket = ActivatedSocket(adopting: SD_LISTEN_FDS_START + Int32(index), name: name)
            let metadata: Logger.Metadata = ["socket": "\(name)", "path": "\(socket.path ?? "")"]
            if names.contains(name) {
                logger.debug("systemd passed a socket.", metadata: metadata)
                sockets.append(socket)
            } else {
                logger.warning(
                    """
                    systemd passed a socket with an unknown name, which is closed. Check FileDescriptorName= of the \
                    socket unit: expected \(names.sorted().joined(separator: " or ")).
                    """, metadata: metadata)
                socket.close()
            }
        }
        // libsystemd allocates each name and the array with malloc(3); the caller frees them.
        if let list {
            for index in 0..<Int(count) { free(list[index]) }
            free(list)
        }
        return sockets
    }
}
