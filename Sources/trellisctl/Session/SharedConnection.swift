import Varlink

/// A connection to the daemon that is opened on first use, for a command or for all commands of a shell.
actor SharedConnection {
    /// The way to the daemon.
    enum Route: Sendable {
        /// A socket of this machine.
        case socket(VarlinkAddress)

        /// Another host.
        case host(HostRoute)
    }

    private let route: Route

    /// The connection; nil while it is not open.
    private(set) var current: VarlinkConnection?

    /// The process that carries the current connection; nil for a socket of this machine.
    private var ssh: SSHProcess?

    /// Creates a connection that is not open.
    ///
    /// - Parameter route: The way to the daemon.
    init(_ route: Route) {
        self.route = route
    }

    /// Returns the connection, and opens it if necessary.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached; `RemoteError` when it rejects the connection.
    func connection() async throws -> VarlinkConnection {
        if let current { return current }
        let made = try await open(isQuiet: false)
        // Another task may have connected during the await. Its connection is used, so that there is only one.
        if let current {
            await made.ssh?.end()
            return current
        }
        (current, ssh) = made
        return made.connection
    }

    /// Opens a new connection, which replaces the current one.
    ///
    /// ssh prints no messages: the caller reports the loss of the connection, and tries again.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached; `RemoteError` when it rejects the connection.
    func reopen() async throws -> VarlinkConnection {
        let made = try await open(isQuiet: true)
        let replaced = ssh
        (current, ssh) = made
        await replaced?.end()
        return made.connection
    }

    /// Closes the connection, which ends the session and cancels its calls.
    func close() async {
        let closing = (connection: current, ssh: ssh)
        (current, ssh) = (nil, nil)
        await closing.connection?.close()
        await closing.ssh?.end()
    }

    /// Closes the connection after a call without a reply, without cancelling the call.
    func closeAfterSending() async {
        let closing = current
        // ssh ends by itself once it has sent the call.
        (current, ssh) = (nil, nil)
        await closing?.close()
    }

    /// Returns another connection to the same daemon, which is not open.
    nonisolated func another() -> SharedConnection { SharedConnection(route) }

    /// Opens another connection without changing the current one.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached; `RemoteError` when it rejects the connection.
    nonisolated func connect() async throws -> VarlinkConnection {
        try await open(isQuiet: false).connection
    }

    /// Returns the reason why a connection to another host was lost.
    ///
    /// - Returns: The failure of ssh; nil if the daemon has closed the connection, or is on this machine.
    func failureOfHost() async -> CommandFailure? {
        guard let ssh, case .host(let route) = route else { return nil }
        return try? await route.failure(of: ssh, isConnected: true)
    }

    private nonisolated func open(isQuiet: Bool) async throws -> (connection: VarlinkConnection, ssh: SSHProcess?) {
        switch route {
        case .socket(let address):
            do {
                return (try await VarlinkConnection.connect(to: address), nil)
            } catch let error as VarlinkConnectionError {
                throw CommandFailure(connection: error)
            }
        case .host(var route):
            if isQuiet { route.isQuiet = true }
            let made = try await route.connect()
            return (made.connection, made.ssh)
        }
    }
}
