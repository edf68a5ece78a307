/// The default paths of the control socket, for the daemon and its clients.
public enum ControlSocket {
    /// The path for the system service and for root.
    public static let systemPath = "/run/trellis/io.trellis"

    /// The path for other users: `trellis/io.trellis` in `$XDG_RUNTIME_DIR`.
    ///
    /// - Parameter variables: The environment variables of the process.
    /// - Returns: The path; nil when `XDG_RUNTIME_DIR` is not set.
    public static func userPath(_ variables: [String: String]) -> String? {
        guard let runtime = variables["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
        return "\(runtime)/trellis/io.trellis"
    }
}
