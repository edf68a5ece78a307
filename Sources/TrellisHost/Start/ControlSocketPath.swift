import HostInterface
import Systemd

/// The path at which the daemon creates the control socket.
struct ControlSocketPath: Sendable {
    /// The path from the command line or the configuration, if any.
    let named: String?

    /// The environment variables, of which `XDG_RUNTIME_DIR` determines the default path.
    let variables: [String: String]

    /// Whether the process runs as root.
    let isRoot: Bool

    /// Returns the path: the named one, or the default path of root or of the user.
    ///
    /// - Throws: ``HostFailure`` when there is no default path.
    func resolve() throws(HostFailure) -> String {
        if let named { return named }
        if isRoot { return ControlSocket.systemPath }
        guard let path = ControlSocket.userPath(variables) else {
            throw HostFailure(
                .usage, "the control socket has no default path, because $XDG_RUNTIME_DIR is not set",
                advice: "Use --socket PATH")
        }
        return path
    }
}
