/// An error of ``SocketActivation/takeSockets(named:stored:logger:)``.
public enum SocketActivationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The environment variables of sd_listen_fds(3) are malformed, or a descriptor that they announce was not passed.
    case unusable(SystemCallError)

    /// No socket has an expected name, and there is not exactly one Unix stream socket.
    ///
    /// The values are the expected names, and the name and the kind of each passed descriptor.
    case unexpected(expected: [String], passed: [String])

    /// The error and the remedy.
    public var description: String {
        switch self {
        case .unusable(let error):
            """
            cannot take the sockets that LISTEN_FDS announces: \(error); if a program other than systemd starts this \
            process, check LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES, which sd_listen_fds(3) describes
            """
        case .unexpected(let expected, let passed):
            """
            cannot serve the sockets that systemd passed: expected a socket with the name \
            \(expected.joined(separator: " or ")), or a single Unix stream socket with any name, got \
            \(passed.joined(separator: ", ")); set FileDescriptorName= of the socket unit, or LISTEN_FDNAMES
            """
        }
    }
}
