import Glibc
import HostInterface
import Varlink

/// What a command works with: the options of the line, and the way to the daemon.
struct Session: Sendable {
    /// How long a call with one reply may take, unless `--timeout` says otherwise.
    static let defaultTimeout = Duration.seconds(30)

    /// The options that every command has.
    var options: GlobalOptions

    /// Where the daemon is.
    let address: VarlinkAddress

    /// The environment variables.
    let variables: [String: String]

    /// The connection that all commands of a shell share; nil where each makes its own.
    var shared: SharedConnection?

    /// Finds out where the daemon is: `--socket`, else `$TRELLIS_SOCKET`, else root's or the user's default.
    ///
    /// - Parameters:
    ///   - options: The options that every command has.
    ///   - variables: The environment variables.
    ///   - isRoot: Whether the process is root's.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when what is named is no address of a Unix socket.
    init(options: GlobalOptions, variables: [String: String], isRoot: Bool) throws {
        self.options = options
        self.variables = variables
        let named = options.socket ?? variables["TRELLIS_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else {
            // A user's own daemon comes first, and where there is none the system's is meant.
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

    /// Where the output is shown.
    var display: Display {
        var display = Display.current(variables)
        if options.full { display.columns = nil }
        return display
    }

    /// The connection to the daemon: the shell's, or a new one.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when there is none, or it can't be reached.
    func connect() async throws -> VarlinkConnection {
        if let shared { return try await shared.connection() }
        return try await connectAnew()
    }

    /// Runs a body that calls methods, and explains the errors that they answer with by the contracts that the daemon
    /// serves.
    ///
    /// - Parameters:
    ///   - connection: Where the daemon is asked for the contract of an error.
    ///   - known: An interface that need not be asked for.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: As ``CommandFailure/explaining(by:_:)`` does.
    func explaining<Result>(
        by connection: VarlinkConnection, knowing known: InterfaceDescription? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        try await CommandFailure.explaining(
            by: { name in
                if let known, known.name == name { return known }
                // What can't be found out is not told: the error is what counts.
                return try? await withTimeout { try await Catalogue(connection: connection).interface(name) }
            }, body)
    }

    /// Makes a new connection to the daemon.
    ///
    /// In a shell it is the one that the commands after this share.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when it can't be reached.
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
