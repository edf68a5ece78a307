/// An error of ``SocketActivation/takeSockets(named:logger:)``.
public enum SocketActivationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The environment variables of sd_listen_fds(3) are malformed, or a descriptor that they announce is not open.
    case unusable(SystemCallError)

    /// The error and the remedy.
    public var description: String {
        switch self {
        case .unusable(let error):
            """
            cannot take the sockets that LISTEN_FDS announces: \(error); if a program other than systemd starts this \
            process, check LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES, which sd_listen_fds(3) describes
            """
        }
    }
}
