import CommandModel

/// The command line of ssh(1) that connects to the daemon of another host.
///
/// Keys, jump hosts and all other settings are those of ssh's configuration.
struct SSHCommand: Equatable, Sendable {
    /// The name or the path of the program.
    let program: String

    /// The arguments of the program.
    let arguments: [String]

    /// Creates the command line.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - socket: The socket of the daemon on the host; nil for the default of `trellisctl bridge` there.
    ///   - connectTimeout: The maximum time to connect, rounded up to seconds; nil for that of ssh's configuration.
    ///   - asks: Whether ssh may ask for passwords and keys of hosts.
    ///   - variables: The environment variables, of which `TRELLIS_SSH` replaces the program.
    init(
        to host: RemoteHost, socket: String? = nil, connectTimeout: Duration? = nil, asks: Bool = true,
        variables: [String: String]
    ) {
        program = variables["TRELLIS_SSH"].flatMap { $0.isEmpty ? nil : $0 } ?? "ssh"
        // -e none: no byte is an escape character. -x, -T: neither X11 nor a terminal.
        var words = ["-e", "none", "-xT"]
        if let port = host.port { words += ["-p", "\(port)"] }
        if let connectTimeout {
            words += ["-o", "ConnectTimeout=\(max(1, Int((connectTimeout / .seconds(1)).rounded(.up))))"]
        }
        if !asks { words += ["-o", "BatchMode=yes"] }
        words += ["--", host.login, "trellisctl"]
        // ssh joins the words with spaces, and a shell on the host splits them.
        if let socket { words += ["--socket", ShellQuoting.quoted(socket)] }
        arguments = words + ["bridge"]
    }
}
