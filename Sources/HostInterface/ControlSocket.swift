/// Where the control socket is, unless somebody says otherwise.
///
/// The daemon and those who give it commands go by the same rule.
public enum ControlSocket {
    /// The path under systemd, and for root: `/run/trellis/io.trellis`.
    public static let systemPath = "/run/trellis/io.trellis"

    /// The path for a user: `trellis/io.trellis` in `$XDG_RUNTIME_DIR`; nil when that is not set.
    ///
    /// - Parameter variables: The environment variables.
    /// - Returns: The path, or nil.
    public static func userPath(_ variables: [String: String]) -> String? {
        guard let runtime = variables["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
        return "\(runtime)/trellis/io.trellis"
    }
}
