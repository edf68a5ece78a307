import Varlink

/// The one connection of a shell, and so its one session with the daemon.
actor SharedConnection {
    private let address: VarlinkAddress
    private var current: VarlinkConnection?

    /// Creates the place of a connection; it is made when it is first asked for.
    ///
    /// - Parameter address: Where the daemon is.
    init(address: VarlinkAddress) {
        self.address = address
    }

    /// The connection; a new one where there is none.
    ///
    /// - Throws: ``CommandFailure`` when the daemon can't be reached.
    func connection() async throws -> VarlinkConnection {
        if let current { return current }
        do {
            let made = try await VarlinkConnection.connect(to: address)
            // Another command may have connected meanwhile: there is one connection.
            if let current { return current }
            current = made
            return made
        } catch let error as VarlinkConnectionError {
            throw CommandFailure(connection: error)
        }
    }

    /// Whether there is a connection.
    var isOpen: Bool { current != nil }

    /// Takes another connection; the one before is let go.
    func replace(by connection: VarlinkConnection) {
        current = connection
    }

    /// Closes the connection, and with it the session and whatever call is under way.
    func close() async {
        let closing = current
        current = nil
        await closing?.close()
    }
}
