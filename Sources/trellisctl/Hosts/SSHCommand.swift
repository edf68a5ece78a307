import CommandModel
import Subprocess
import SystemPackage

/// The command line of ssh(1) that connects to the daemon of another host.
///
/// Keys, jump hosts and all other settings are those of ssh's configuration.
struct SSHCommand: Equatable, Sendable {
    /// The name or the path of the program.
    let program: String

    /// The options of the program.
    private var options: [String]

    /// The host and the user, as the program expects them.
    private let login: String

    /// The command line on the host.
    private let remote: [String]

    /// The arguments of the program.
    var arguments: [String] { options + ["--", login] + remote }

    /// The program as a value of Subprocess.
    var executable: Executable { program.contains("/" as Character) ? .path(FilePath(program)) : .name(program) }

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
        options = ["-e", "none", "-xT"]
        if let port = host.port { options += ["-p", "\(port)"] }
        if let connectTimeout {
            options += ["-o", "ConnectTimeout=\(max(1, Int((connectTimeout / .seconds(1)).rounded(.up))))"]
        }
        if !asks { options += ["-o", "BatchMode=yes"] }
        login = host.login
        // ssh joins the words with spaces, and a shell on the host splits them.
        remote = ["trellisctl"] + (socket.map { ["--socket", ShellQuoting.quoted($0)] } ?? []) + ["bridge"]
    }

    /// The settings that detect a host that does not respond, with the values that ssh prints if it has none.
    ///
    /// By default, ssh waits about two minutes for a connection, and forever for a host that is connected. It ends a connection after
    /// three messages without an answer (`ServerAliveCountMax`).
    private static let limits = [
        (setting: "ConnectTimeout=10", unset: "connecttimeout none"),
        (setting: "ServerAliveInterval=15", unset: "serveraliveinterval 0"),
    ]

    /// Returns the command line with limits for a host that does not respond, unless ssh's configuration has limits.
    ///
    /// Options would take precedence over the configuration, so ssh prints it first.
    func detectingSilence() async -> SSHCommand {
        // If ssh fails here, it fails again when it connects, with its message.
        let printed = try? await Subprocess.run(
            executable, arguments: Arguments(["-G"] + options + ["--", login]), input: .none,
            output: .string(limit: 1 << 20), error: .discarded)
        let settings = Set((printed?.standardOutput ?? "").split(separator: "\n").map(String.init))
        var command = self
        for limit in Self.limits where settings.contains(limit.unset) { command.options += ["-o", limit.setting] }
        return command
    }
}
