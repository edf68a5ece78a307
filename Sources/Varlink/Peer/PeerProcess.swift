/// The process of a connection's peer, and its systemd unit.
///
/// The server reads this information once per connection, on the first request, and caches it.
public struct PeerProcess: Hashable, Sendable {
    /// The process ID in this process's PID namespace.
    public let processID: Int32

    /// The control group, such as `/system.slice/backup.service` (cgroups(7)).
    public let controlGroup: ControlGroupPath

    /// Whether the kernel guaranteed the identity of the process during the inspection (SO_PEERPIDFD, Linux 6.5 or
    /// later).
    ///
    /// If false, the process was found by its process ID and has the user ID of the connection. It may then be another
    /// process of the same user that reuses the process ID.
    public let isPinned: Bool

    /// The unit of the system manager, such as `backup.service` or `session-3.scope`; nil when there is none.
    public var unit: String? { controlGroup.unit }

    /// The unit of a user manager, such as `editor.service`; nil when there is none.
    public var userUnit: String? { controlGroup.userUnit }
}
