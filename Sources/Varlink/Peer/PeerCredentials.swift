/// The credentials of the peer of a connection, as recorded by the kernel when the connection was established
/// (SO_PEERCRED and SO_PEERGROUPS in unix(7) and socket(7)).
///
/// The credentials are those of the process that connected, which may since have passed the socket to another process.
/// For the unit of that process, see ``CallContext/peerProcess()``.
public struct PeerCredentials: Hashable, Sendable {
    /// The process ID in this process's PID namespace; 0 when the process is not visible in it.
    ///
    /// The process ID may have been reused since.
    public let processID: Int32

    /// The effective user ID.
    public let userID: UInt32

    /// The effective group ID.
    public let groupID: UInt32

    /// The supplementary group IDs, in the kernel's order.
    ///
    /// Empty when the process had none.
    public let supplementaryGroupIDs: [UInt32]

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - processID: The process ID; 0 for an unknown process.
    ///   - userID: The effective user ID.
    ///   - groupID: The effective group ID.
    ///   - supplementaryGroupIDs: The supplementary group IDs; none by default.
    public init(processID: Int32, userID: UInt32, groupID: UInt32, supplementaryGroupIDs: [UInt32] = []) {
        self.processID = processID
        self.userID = userID
        self.groupID = groupID
        self.supplementaryGroupIDs = supplementaryGroupIDs
    }

    /// Returns whether a group is the effective group or a supplementary group.
    public func isMember(ofGroup groupID: UInt32) -> Bool {
        groupID == self.groupID || supplementaryGroupIDs.contains(groupID)
    }
}
