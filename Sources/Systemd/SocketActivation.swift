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
    /// `LISTEN_FDNAMES` and `FileDescriptorName=` are optional. If no socket has an expected name, a single Unix stream
    /// socket with another name is therefore taken, too.
    ///
    /// - Parameters:
    ///   - names: The expected names. If a socket has one of them, each descriptor with another name is closed, with a
    ///     warning.
    ///   - stored: The names of descriptors from the file descriptor store, which are taken as well. Default: none.
    ///   - logger: Receives a warning for each descriptor that is closed, and further messages at debug level.
    /// - Returns: The sockets, in the order of systemd; none if the process was not activated by a socket.
    /// - Throws: ``SocketActivationError`` if the variables are malformed, a descriptor was not passed, or the program
    ///   could serve none of the sockets: their clients would wait forever.
    public static func takeSockets(
        named names: Set<String>, stored: Set<String> = [], logger: Logger
    ) throws(SocketActivationError) -> [ActivatedSocket] {
        let firstOwn = firstOwnDescriptor()
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &list)
        guard count >= 0 else { throw .unusable(SystemCallError(errno: -count)) }
        // libsystemd allocates each name and the array with malloc(3); the caller frees them.
        defer {
            for index in 0..<Int(count) { free(list?[index]) }
            free(list)
        }
        guard count > 0 else {
            logger.debug("LISTEN_FDS is not set: systemd passed no sockets.")
            return []
        }
        guard firstOwn == nil else { throw .unusable(SystemCallError(errno: EBADF)) }
        let passed = (0..<count).map { index in
            ActivatedSocket(
                adopting: SD_LISTEN_FDS_START + index, name: list?[Int(index)].map { String(cString: $0) } ?? "unknown")
        }
        let others = passed.filter { !names.contains($0.name) && !stored.contains($0.name) }
        let isServed = passed.contains { names.contains($0.name) } || others.isEmpty
        if !isServed, others.count > 1 || others[0].kind == .other {
            throw .unexpected(expected: names.sorted(), passed: others.map(\.summary))
        }
        return passed.filter { socket in
            let metadata: Logger.Metadata = ["socket": "\(socket.name)", "path": "\(socket.path ?? "")"]
            guard isServed, others.contains(where: { $0 === socket }) else {
                logger.debug("systemd passed a socket.", metadata: metadata)
                return true
            }
            logger.warning(
                """
                systemd passed a socket with an unknown name, which is closed. Check FileDescriptorName= of the \
                socket unit: expected \(names.sorted().joined(separator: " or ")).
                """, metadata: metadata)
            socket.close()
            return false
        }
    }

    /// The first announced descriptor that was not passed: it is closed, or this process has opened it.
    ///
    /// A descriptor with close-on-exec cannot come from another program. libsystemd sets the flag for all descriptors,
    /// so this function is called before it.
    private static func firstOwnDescriptor() -> Int32? {
        let announced = getenv("LISTEN_FDS").flatMap { Int32(String(cString: $0)) } ?? 0
        return (0..<max(announced, 0)).lazy.map { SD_LISTEN_FDS_START &+ $0 }.first { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return flags < 0 || flags & FD_CLOEXEC != 0
        }
    }
}

extension ActivatedSocket {
    /// The name and the kind, for errors.
    fileprivate var summary: String {
        let kind =
            switch kind {
            case .listening: "a listening socket"
            case .connection: "a connection"
            case .other: "neither a listening nor a connected Unix stream socket"
            }
        return "'\(name)' (\(kind))"
    }
}
