import Glibc
import HostInterface
import Varlink

/// The context of a command: its options, the environment variables, and the connection to the daemon.
struct Session: Sendable {
    /// The default timeout of a call with one reply.
    static let defaultTimeout = Duration.seconds(30)

    /// The options that every command has.
    var options: GlobalOptions

    /// The address of the daemon.
    let address: VarlinkAddress

    /// The environment variables of the process.
    let variables: [String: String]

    /// The connection to the daemon, which all commands of a shell share.
    let connection: SharedConnection

    /// Whether the command was entered in a shell.
    var isShell = false

    /// Determines the address of the daemon: `--socket`, then `$TRELLIS_SOCKET`, then the default of root or the user.
    ///
    /// - Parameters:
    ///   - options: The options that every command has.
    ///   - variables: The environment variables of the process.
    ///   - isRoot: Whether the process runs as root.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when the address is not that of a Unix socket.
    init(options: GlobalOptions, variables: [String: String], isRoot: Bool) throws {
        self.options = options
        self.variables = variables
        let named = options.socket ?? variables["TRELLIS_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else {
            // A daemon of the user takes precedence over that of the system.
            let own = isRoot ? nil : ControlSocket.userPath(variables).flatMap { access($0, F_OK) == 0 ? $0 : nil }
            address = .path(own ?? ControlSocket.systemPath)
            connection = SharedConnection(address: address)
            return
        }
        do {
            address = try VarlinkAddress(parsing: named)
        } catch {
            throw CommandFailure(EX_USAGE, "\(error)".droppingFullStop.loweringFirstWord)
        }
        connection = SharedConnection(address: address)
    }

    /// The display of standard output.
    var display: Display {
        var display = Display.current(variables)
        if options.full { display.columns = nil }
        return display
    }

    /// Returns the connection to the daemon, and opens it if necessary.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached.
    func connect() async throws -> VarlinkConnection {
        try await connection.connection()
    }

    /// Opens another connection to the daemon, for calls whose end must not affect the session.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached.
    func connectSeparately() async throws -> VarlinkConnection {
        try await connection.connect()
    }

    /// Opens a new connection to the daemon, which replaces the current one.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached.
    func connectAnew() async throws -> VarlinkConnection {
        try await connection.reopen()
    }
}
