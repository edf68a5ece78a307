/// Why the sockets that systemd passes can't be taken.
public enum SocketActivationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The environment variables of sd_listen_fds(3) are malformed, or a descriptor that they announce is not open.
    case unusable(SystemCallError)

    /// What went wrong, and what to do.
    public var description: String {
        switch self {
        case .unusable(let error):
            """
            The sockets that LISTEN_FDS announces can't be taken: \(error). If a program other than systemd starts \
            this one, check LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES, which sd_listen_fds(3) describes.
            """
        }
    }
}
