import HostInterface
import HostSupport
import SystemPackage
import Systemd
import Trellis

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
    /// - Throws: `HostFailure` when there is no default path.
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

extension HostFailure {
    /// The failure to listen on the control socket.
    init(listening error: VarlinkListenError) {
        let status: ExitStatus =
            switch error.code {
            case .tooLong: .usage
            case .permissionDenied: .noPermission
            default: .cannotCreate
            }
        // The description of the error is a sentence, which ends with its remedy.
        var message = error.description
        if message.hasSuffix(".") { message.removeLast() }
        self.init(status, message.prefix(1).lowercased() + message.dropFirst())
    }
}

extension FilePath {
    /// The path, or nil if it is empty.
    var nonEmpty: FilePath? { isEmpty ? nil : self }
}
