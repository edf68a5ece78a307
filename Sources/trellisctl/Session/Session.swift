import Glibc
import HostInterface
import Varlink

/// The context of a command: the options of the command line, and the way to the daemon.
struct Session: Sendable {
    /// The default timeout of a call with one reply.
    static let defaultTimeout = Duration.seconds(30)

    /// The options that every command has.
    var options: GlobalOptions

    /// The address of the daemon.
    let address: VarlinkAddress

    /// The environment variables.
    let variables: [String: String]

    /// The connection that the commands of a shell share; nil outside a shell.
    var shared: SharedConnection?

    /// Determines the address of the daemon: `--socket`, then `$TRELLIS_SOCKET`, then the default of root or the user.
    ///
    /// - Parameters:
    ///   - options: The options that every command has.
    ///   - variables: The environment variables.
    ///   - isRoot: Whether the process is root's.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when an address is not that of a Unix socket.
    init(options: GlobalOptions, variables: [String: String], isRoot: Bool) throws {
        self.options = options
        self.variables = variables
        let named = options.socket ?? variables["TRELLIS_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else {
            // The user's own daemon takes precedence over the system's.
            let own = isRoot ? nil : ControlSocket.userPath(variables).flatMap { access($0, F_OK) == 0 ? $0 : nil }
            address = .path(own ?? ControlSocket.systemPath)
            return
        }
        do {
            address = try VarlinkAddress(parsing: named)
        } catch {
            throw CommandFailure(EX_USAGE, "\(error)".droppingFullStop.loweringFirstWord)
        }
    }

    /// The display of the output.
    var display: Display {
        var display = Display.current(variables)
        if options.full { display.columns = nil }
        return display
    }

    /// The connection to the daemon: the shell's, or a new one.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached.
    func connect() async throws -> VarlinkConnection {
        if let shared { return try await shared.connection() }
        return try await connectAnew()
    }

    /// Runs a body that calls methods, and describes their errors by the contracts that the daemon serves.
    ///
    /// - Parameters:
    ///   - connection: The connection on which the contract of an error is fetched.
    ///   - known: An interface that need not be fetched.
    ///   - body: Makes the calls.
    /// - Returns: The result of the body.
    /// - Throws: The errors of ``CommandFailure/explaining(by:_:)``.
    func explaining<Result>(
        by connection: VarlinkConnection, knowing known: InterfaceDescription? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        try await CommandFailure.explaining(
            by: { name in
                if let known, known.name == name { return known }
                // Without the contract, the error is reported by its name.
                return try? await withTimeout { try await Catalogue(connection: connection).interface(name) }
            }, body)
    }

    /// Makes a new connection to the daemon, which replaces the shared one in a shell.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when the daemon cannot be reached.
    func connectAnew() async throws -> VarlinkConnection {
        do {
            let connection = try await VarlinkConnection.connect(to: address)
            await shared?.replace(by: connection)
            return connection
        } catch let error as VarlinkConnectionError {
            throw CommandFailure(connection: error)
        }
    }
}
