import Trellis

/// The owner of saved titles and queries: the user of the connection, as the kernel reports it.
struct MovieUser: Sendable, Hashable {
    /// The user ID; nil for a caller without one, such as a caller in the same process.
    ///
    /// All callers without a user ID are one user, distinct from all others.
    var number: UInt32?

    /// Creates the user with a user ID.
    init(number: UInt32?) {
        self.number = number
    }

    /// Creates the user of a session.
    init(client: SessionClient) {
        self.init(number: client.peer?.userID)
    }
}
