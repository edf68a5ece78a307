import Glibc
import HostInterface
import Varlink

/// What a command works with: the options of the line, and the way to the daemon.
struct Session: Sendable {
    /// How long a call without a stream may take, unless `--timeout` says otherwise.
    static let defaultTimeout = Duration.seconds(30)

    /// The options that every command has.
    let options: GlobalOptions

    /// Where the daemon is.
    let address: VarlinkAddress

    /// Finds out where the daemon is: `--socket`, else `$TRELLIS_SOCKET`, else root's or the user's default.
    ///
    /// - Parameters:
    ///   - options: The options that every command has.
    ///   - variables: The environment variables.
    ///   - isRoot: Whether the process is root's.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when what is named is no address of a Unix socket.
    init(options: GlobalOptions, variables: [String: String], isRoot: Bool) throws {
        self.options = options
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
            throw CommandFailure(EX_USAGE, "\(error)")
        }
    }

    /// Connects to the daemon.
    ///
    /// - Throws: ``CommandFailure`` (EX_UNAVAILABLE, EX_NOPERM, EX_USAGE) when there is none, or it can't be reached.
    func connect() async throws -> VarlinkConnection {
        do {
            return try await VarlinkConnection.connect(to: address)
        } catch let error as VarlinkConnectionError {
            throw CommandFailure(connection: error)
        }
    }

    /// Runs a body that makes a call and takes its reply.
    ///
    /// - Parameters:
    ///   - isStream: Whether the call goes on until somebody ends it, so that it has no limit of its own.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: ``CommandFailure`` (EX_TEMPFAIL) when it takes longer than it may; what the body throws.
    func withTimeout<Result: Sendable>(
        isStream: Bool = false, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let limit = options.timeout ?? (isStream ? nil : Self.defaultTimeout) else { return try await body() }
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw CommandFailure(
                    EX_TEMPFAIL, "the daemon at \(address) did not answer within \(limit / .seconds(1)) s",
                    advice: "Say --timeout SECONDS to wait longer")
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}
