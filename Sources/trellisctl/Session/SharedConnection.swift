import Varlink

/// The connection of a shell, which is one session with the daemon.
actor SharedConnection {
    private let address: VarlinkAddress
    private var current: VarlinkConnection?

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
        do {
            let made = try await VarlinkConnection.connect(to: address)
            // Another task may have connected during the await: there is one connection.
            if let current { return current }
            current = made
            return made
        } catch let error as VarlinkConnectionError {
            throw CommandFailure(connection: error)
        }
    }

    /// Whether the connection is open.
    var isOpen: Bool { current != nil }

    /// Replaces the connection.
    func replace(by connection: VarlinkConnection) {
        current = connection
    }

    /// Closes the connection, which ends the session and cancels its calls.
    func close() async {
        let closing = current
        current = nil
        await closing?.close()
    }
}
