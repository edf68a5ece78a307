/// Who is at the other end of a connection, as the kernel recorded it when the connection was made (SO_PEERCRED in
/// unix(7)).
///
/// They are those of the process that connected, which may have handed the socket on since.
public struct PeerCredentials: Hashable, Sendable {
    /// The process.
    ///
    /// The number may have been given to another process since.
    public let processID: Int32

    /// The effective user.
    public let userID: UInt32

    /// The effective group.
    ///
    /// Supplementary groups are not among the credentials.
    public let groupID: UInt32

    /// Makes credentials.
    public init(processID: Int32, userID: UInt32, groupID: UInt32) {
        self.processID = processID
        self.userID = userID
        self.groupID = groupID
    }
}
