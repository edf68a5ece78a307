/// Who is at the other end of a connection, as the kernel recorded it when the connection was made (SO_PEERCRED and
/// SO_PEERGROUPS in unix(7) and socket(7)).
///
/// They are those of the process that connected, which may have handed the socket on since. For what that process
/// belongs to, see ``CallContext/peerProcess()``.
public struct PeerCredentials: Hashable, Sendable {
    /// The process, as it is numbered here; 0 when it is not in this process's PID namespace.
    ///
    /// The number may have been given to another process since.
    public let processID: Int32

    /// The effective user.
    public let userID: UInt32

    /// The effective group.
    public let groupID: UInt32

    /// The supplementary groups, in the order of the kernel.
    ///
    /// Empty when the process had none.
    public let supplementaryGroupIDs: [UInt32]

    /// Makes credentials.
    ///
    /// - Parameters:
    ///   - processID: The process; 0 for an unknown one.
    ///   - userID: The effective user.
    ///   - groupID: The effective group.
    ///   - supplementaryGroupIDs: The supplementary groups; none by default.
    public init(processID: Int32, userID: UInt32, groupID: UInt32, supplementaryGroupIDs: [UInt32] = []) {
        self.processID = processID
        self.userID = userID
        self.groupID = groupID
        self.supplementaryGroupIDs = supplementaryGroupIDs
    }

    /// Whether a group is the effective one, or one of the supplementary ones.
    public func isMember(ofGroup groupID: UInt32) -> Bool {
        groupID == self.groupID || supplementaryGroupIDs.contains(groupID)
    }
}
