import Trellis

/// Whose titles and queries they are: the user on the other side of the connection, as the kernel tells.
///
/// Who is not told, as a caller in the process, is one user of his own, beside all others.
struct MovieUser: Sendable, Hashable {
    /// The number of the user; nil for one who is not told.
    var number: UInt32?

    /// Creates a user.
    init(number: UInt32?) {
        self.number = number
    }

    /// The user of a session.
    init(client: SessionClient) {
        self.init(number: client.peer?.userID)
    }
}
