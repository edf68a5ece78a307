/// The process at the other end of a connection, and where systemd has put it.
///
/// It is read once a connection, at the first question, and kept.
public struct PeerProcess: Hashable, Sendable {
    /// The process, as it is numbered here.
    public let processID: Int32

    /// Its control group, such as `/system.slice/backup.service` (cgroups(7)).
    public let controlGroup: ControlGroupPath

    /// Whether the kernel itself held on to the process while it was looked at (SO_PEERPIDFD, Linux 6.5 or later).
    ///
    /// When not, the process was found by its number and has the user of the connection. A process of the same user
    /// that was given the number of one that has ended can't be told apart then.
    public let isPinned: Bool

    /// The unit of the system manager that the process belongs to, such as `backup.service` or `session-3.scope`; nil
    /// when it belongs to none.
    public var unit: String? { controlGroup.unit }

    /// The unit of a user's manager that the process belongs to, such as `editor.service`; nil when it belongs to none.
    public var userUnit: String? { controlGroup.userUnit }
}
