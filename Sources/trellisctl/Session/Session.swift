import Glibc
import HostInterface
import Varlink

/// The context of a command: its options, the environment variables, and the connection to the daemon.
struct Session: Sendable {
    /// The default timeout of a call with one reply.
    static let defaultTimeout = Duration.seconds(30)

    /// The options that every command has.
    var options: GlobalOptions

    /// The address of the daemon; for the daemon of another host, the name of the host.
    let address: VarlinkAddress

    /// The host of the daemon; nil for this machine.
    let host: RemoteHost?

    /// The environment variables of the process.
    let variables: [String: String]

    /// The connection to the daemon, which all commands of a shell share.
    private(set) var connection: SharedConnection

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
        host = nil
        let named = options.socket ?? variables["TRELLIS_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else {
            // A daemon of the user takes precedence over that of the system.
            let own = isRoot ? nil : ControlSocket.userPath(variables).flatMap { access($0, F_OK) == 0 ? $0 : nil }
            address = .path(own ?? ControlSocket.systemPath)
            connection = SharedConnection(.socket(address))
            return
        }
        do {
            address = try VarlinkAddress(parsing: named)
        } catch {
            throw CommandFailure(EX_USAGE, "\(error)".droppingFullStop.loweringFirstWord)
        }
        connection = SharedConnection(.socket(address))
    }

    /// Determines the way to the daemon of another host.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - options: The options that every command has. `--socket` is a socket of the host.
    ///   - variables: The environment variables of the process.
    ///   - completes: Whether the session completes command lines, so that ssh may neither ask nor print messages.
    ///     Default: false.
    init(on host: RemoteHost, options: GlobalOptions, variables: [String: String], completes: Bool = false) {
        self.options = options
        self.variables = variables
        self.host = host
        address = .connected("\(host)")
        let command = SSHCommand(
            to: host, socket: options.socket, connectTimeout: options.timeout, asks: !completes,
            variables: variables)
        connection = SharedConnection(.host(HostRoute(host: host, command: command, isQuiet: completes)))
    }

    /// The display of standard output.
    var display: Display {
        var display = Display.current(variables)
        if let output = HostOutput.current { display.columns = display.columns.map { max(1, $0 - output.width) } }
        if options.full { display.columns = nil }
        return display
    }

    /// Returns the connection to the daemon, and opens it if necessary.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached, or (EX_TEMPFAIL)
    ///   when another host does not answer within `--timeout`; `RemoteError` when the daemon rejects the connection.
    func connect() async throws -> VarlinkConnection {
        // A socket of this machine has a limit of its own. Without --timeout, ssh may wait for a password.
        guard host != nil, options.timeout != nil else { return try await connection.connection() }
        return try await withTimeout { try await connection.connection() }
    }

    /// Opens another connection to the daemon, for calls whose end must not affect the session.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached.
    func connectSeparately() async throws -> VarlinkConnection {
        try await connection.connect()
    }

    /// Returns the context of a command with another connection, which is not open and which the command closes.
    func withConnectionOfItsOwn() -> Session {
        var copy = self
        copy.connection = connection.another()
        return copy
    }

    /// Opens a new connection to the daemon, which replaces the current one.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached.
    func connectAnew() async throws -> VarlinkConnection {
        try await connection.reopen()
    }
}
