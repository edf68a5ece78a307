import Varlink

/// The connection to the daemon of a command, or of all commands of a shell.
actor SharedConnection {
    private let address: VarlinkAddress

    /// The connection; nil while it is not open.
    private(set) var current: VarlinkConnection?

    /// Creates a connection that is opened on first use.
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
        // Another task may have connected during the await: there is one connection.
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

    /// Opens another connection, and leaves the current one as it is.
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
