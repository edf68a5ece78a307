import CSystemd
import Glibc
public import Logging

/// The sockets that systemd passes to a service (sd_listen_fds(3), systemd.socket(5)).
public enum SocketActivation {
    /// Takes the sockets that were passed to this process, by name.
    ///
    /// Call it once, at the start, before there are other threads: it removes `LISTEN_PID`, `LISTEN_FDS` and
    /// `LISTEN_FDNAMES` from the environment, so that child processes don't take them for theirs, and unsetenv(3)
    /// is not safe next to other threads that read the environment. A second call finds nothing. Descriptors get
    /// close-on-exec.
    ///
    /// - Parameters:
    ///   - names: The names that the program knows. A descriptor of another name is closed, with a warning.
    ///   - logger: Told about descriptors that are closed, and at debug level what was found.
    /// - Returns: The sockets, in the order in which systemd passed them; none when the process was not activated by a
    ///   socket.
    /// - Throws: ``SocketActivationError`` when the variables are there and malformed.
    public static func takeSockets(
        named names: Set<String>, logger: Logger
    ) throws(SocketActivationError) -> [ActivatedSocket] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &list)
        guard count >= 0 else { throw .unusable(SystemCallError(errno: -count)) }
        guard count > 0 else {
            logger.debug("Not started by a socket unit (LISTEN_FDS): no sockets were passed.")
            return []
        }
        var sockets: [ActivatedSocket] = []
        for index in 0..<Int(count) {
            let name = list?[index].map { String(cString: $0) } ?? "unknown"
            let socket = ActivatedSocket(adopting: SD_LISTEN_FDS_START + Int32(index), name: name)
            let metadata: Logger.Metadata = ["socket": "\(name)", "path": "\(socket.path ?? "")"]
            if names.contains(name) {
                logger.debug("A socket was passed by systemd.", metadata: metadata)
                sockets.append(socket)
            } else {
                logger.warning(
                    """
                    A socket was passed by systemd under a name that is not known here, and is closed. Check \
                    FileDescriptorName= of the socket unit; known are: \(names.sorted().joined(separator: ", ")).
                    """, metadata: metadata)
                socket.close()
            }
        }
        // libsystemd allocates each name and the array with malloc(3), and leaves both to the caller.
        if let list {
            for index in 0..<Int(count) { free(list[index]) }
            free(list)
        }
        return sockets
    }
}
