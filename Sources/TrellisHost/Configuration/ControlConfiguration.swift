public import Trellis

/// The control socket: the section `control`.
///
/// The limits are those of `VarlinkServerConfiguration`, with its defaults; all of them can be set.
public struct ControlConfiguration: Sendable, Equatable {
    /// The path of the socket that the daemon makes when systemd hands it none; nil for the default.
    public var socket: String?

    /// How long calls under way may take to finish when the daemon stops.
    public var timeoutStop: Duration

    /// How many connections there may be at a time.
    public var connections: Int

    /// How many connections of one user there may be at a time.
    public var connectionsPerUser: Int

    /// How many more connections root and the daemon's own user may have.
    public var connectionsReserved: Int

    /// How many connections may wait to be accepted.
    public var backlog: Int

    /// The longest message that a client may send.
    public var messageSize: ByteCount

    /// How deeply arrays and objects of a message may be nested.
    public var messageDepth: Int

    /// How long a message may take from its first byte to its last; zero for no limit.
    public var timeoutMessage: Duration

    /// How many bytes of messages that are unfinished or wait, and of the parameters of calls under way, are kept for one user.
    public var inputSizePerUser: ByteCount

    /// How many bytes of a connection are read ahead while a call of it is served.
    public var readAheadSize: ByteCount

    /// How many calls of a connection may wait while one of it is served.
    public var waitingCalls: Int

    /// How many bytes of replies a client may leave unread before the methods that reply are made to wait.
    public var unreadReplySize: ByteCount

    /// How long a client may read nothing while a reply of a stream waits for it; zero for no limit.
    public var timeoutUnread: Duration

    /// How long a connection may be idle; zero for no limit.
    public var timeoutIdle: Duration

    /// How long the last replies of a connection, and the last words of calls that a stop cuts short, may take.
    public var timeoutClose: Duration

    /// Who may do what.
    public var roles: RolesConfiguration

    /// Reads the configuration.
    /// - Parameter settings: The section `control`.
    public init(from settings: Settings) {
        let standard = VarlinkServerConfiguration()
        let day = Duration.seconds(86_400)
        func bytes(_ count: Int) -> ByteCount { ByteCount(bytes: count) }

        socket = settings.string(
            "socket",
            "The path of the control socket, where systemd hands the daemon none; by default io.trellis in the "
                + "runtime directory.")
        timeoutStop = settings.duration(
            "timeoutStop", default: .seconds(5), in: .zero ... .seconds(3_600),
            "How long calls under way may take to finish when the daemon stops.")
        connections = settings.integer(
            "connections", default: standard.maximumConnections, in: 1...65_536,
            "How many connections there may be at a time; one more is told so, and closed. Each may take two file descriptors: "
                + "where the limit on open files does not allow for that, fewer are taken, of each user as well, and the log says how many."
        )
        connectionsPerUser = settings.integer(
            "connectionsPerUser", default: standard.maximumConnectionsPerUser, in: 1...65_536,
            "How many connections of one user there may be at a time; one more is told so, and closed.")
        connectionsReserved = settings.integer(
            "connectionsReserved", default: standard.reservedConnections, in: 0...1_024,
            "How many connections more than the two limits allow for root and the daemon's own user may have, so that they can "
                + "connect when others have all.")
        backlog = settings.integer(
            "backlog", default: Int(standard.backlog), in: 1...65_536,
            "How many connections may wait to be accepted; the kernel caps it at net.core.somaxconn.")
        messageSize = settings.bytes(
            "messageSize", default: bytes(standard.maximumMessageSize), in: bytes(4_096)...bytes(16 << 20),
            "The longest message that a client may send; a longer one closes its connection.")
        messageDepth = settings.integer(
            "messageDepth", default: standard.maximumDepth, in: 8...2_048,
            "How deeply arrays and objects of a message may be nested; a deeper one closes the connection.")
        timeoutMessage = settings.duration(
            "timeoutMessage", default: standard.messageTimeout ?? .zero, in: .zero...day,
            "How long a message may take from its first byte to its last, 0 for no limit; then the connection is "
                + "closed.")
        inputSizePerUser = settings.bytes(
            "inputSizePerUser", default: bytes(standard.maximumInputSizePerUser), in: bytes(4_096)...bytes(16 << 30),
            "How much input is kept for all connections of one user: messages that are unfinished or wait, and the parameters of "
                + "calls under way; the connection that brings more is closed.")
        readAheadSize = settings.bytes(
            "readAheadSize", default: bytes(standard.readAheadSize), in: bytes(1_024)...bytes(16 << 20),
            "How much is read of a connection while a call of it is served; the rest waits in the socket.")
        waitingCalls = settings.integer(
            "waitingCalls", default: standard.maximumWaitingCalls, in: 1...1_048_576,
            "How many calls of a connection are read while one of it is served; the rest waits in the socket.")
        unreadReplySize = settings.bytes(
            "unreadReplySize", default: bytes(standard.unreadReplySize), in: bytes(4_096)...bytes(1 << 30),
            "How much of its replies a client may leave unread, beside what its socket holds, before what replies to it "
                + "is made to wait.")
        timeoutUnread = settings.duration(
            "timeoutUnread", default: standard.unreadReplyTimeout ?? .zero, in: .zero...day,
            "How long a client may read nothing while a reply of a stream waits for it, 0 for no limit; then the stream "
                + "ends.")
        timeoutIdle = settings.duration(
            "timeoutIdle", default: standard.idleTimeout ?? .zero, in: .zero ... .seconds(31_536_000),
            "How long a connection may be idle, 0 for no limit; then it is closed, after twice this time at the "
                + "latest.")
        timeoutClose = settings.duration(
            "timeoutClose", default: standard.closeTimeout, in: .milliseconds(1) ... .seconds(3_600),
            "How long the last replies of a connection may take, and the last words of calls that a stop cuts short.")
        roles = RolesConfiguration(from: settings.section("roles"))

        if inputSizePerUser < messageSize {
            settings.refuse(
                "inputSizePerUser",
                "is less than control.messageSize (\(messageSize.text)), so that no message of that size could come in: "
                    + "make it at least as much")
        }
    }
}
