import Varlink

/// A connection to the daemon that is opened on first use, for a command or for all commands of a shell.
actor SharedConnection {
    private let address: VarlinkAddress

    /// The connection; nil while it is not open.
    private(set) var current: VarlinkConnection?

    /// Creates a connection that is not open.
    ///
    /// - Parameter address: The address of the daemon.
    init(address: VarlinkAddress) {
        self.address = address
    }

    /// Returns the connection, and opens it if necessary.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached.
    func connection() async throws -> VarlinkConnection {
        if let current { return current }
        let made = try await connect()
        // Another task may have connected during the await. Its connection is used, so that there is only one.
        if let current { return current }
        current = made
        return made
    }

    /// Opens a new connection, which replaces the current one.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached.
    func reopen() async throws -> VarlinkConnection {
        let made = try await connect()
        current = made
        return made
    }

    /// Closes the connection, which ends the session and cancels its calls.
    func close() async {
        let closing = current
        current = nil
        await closing?.close()
    }

    /// Opens another connection without changing the current one.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached.
    nonisolated func connect() async throws -> VarlinkConnection {
        do {
            return try await VarlinkConnection.connect(to: address)
        } catch let error as VarlinkConnectionError {
            throw CommandFailure(connection: error)
        }
    }
}
