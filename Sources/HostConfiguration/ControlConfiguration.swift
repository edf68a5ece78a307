public import Trellis

/// The configuration of the control socket: the section `control`.
///
/// The limits are those of `VarlinkServerConfiguration`, with the same default values.
public struct ControlConfiguration: Sendable, Equatable {
    /// The path of the socket that the daemon creates when systemd does not pass one; nil for the default path.
    public var socket: String?

    /// The time limit for calls in progress when the daemon stops.
    public var timeoutStop: Duration

    /// The maximum number of connections.
    public var connections: Int

    /// The maximum number of connections per user.
    public var connectionsPerUser: Int

    /// The number of additional connections for root and the daemon's own user.
    public var connectionsReserved: Int

    /// The maximum number of connections that wait to be accepted.
    public var backlog: Int

    /// The maximum size of a message from a client.
    public var messageSize: ByteCount

    /// The maximum nesting depth of arrays and objects in a message.
    public var messageDepth: Int

    /// The time limit for a message, from its first byte to its last; zero for no limit.
    public var timeoutMessage: Duration

    /// The maximum size of the input that is buffered per user: incomplete and waiting messages, and the parameters of
    /// calls in progress.
    public var inputSizePerUser: ByteCount

    /// The maximum number of bytes that are read ahead from a connection while one of its calls is in progress.
    public var readAheadSize: ByteCount

    /// The maximum number of calls of a connection that wait while another of its calls is in progress.
    public var waitingCalls: Int

    /// The number of unread reply bytes of a connection at which the methods that reply are suspended.
    public var unreadReplySize: ByteCount

    /// The time limit for a client to read while a reply of a stream is waiting; zero for no limit.
    public var timeoutUnread: Duration

    /// The time limit for an idle connection; zero for no limit.
    public var timeoutIdle: Duration

    /// The time limit for sending the last replies of a connection that is closed.
    public var timeoutClose: Duration

    /// Whether administrators can inject faults at failpoints.
    ///
    /// Default: false.
    public var failpoints: Bool

    /// The roles of users and groups.
    public var roles: RolesConfiguration

    /// Reads the configuration.
    /// - Parameter settings: The section `control`.
    public init(from settings: Settings) {
        let standard = VarlinkServerConfiguration()
        let day = Duration.seconds(86_400)
        func bytes(_ count: Int) -> ByteCount { ByteCount(bytes: count) }

        socket = Self.socket(
            settings.string(
                "socket",
                "The absolute path of the control socket, when systemd does not pass one. By default io.trellis in the "
                    + "runtime directory. A change takes effect when the daemon restarts."), in: settings)
        timeoutStop = settings.duration(
            "timeoutStop", default: .seconds(5), in: .zero ... .seconds(3_600),
            "The time limit for calls in progress when the daemon stops.")
        // With the defaults, connections whose clients read nothing occupy less than MemoryMax= of the unit.
        connections = settings.integer(
            "connections", default: 1_024, in: 1...65_536,
            "The maximum number of connections. A further connection receives an error and is closed. A connection whose client "
                + "does not read the replies of a stream can occupy 650 KiB, with the buffers of the kernel. A connection uses one file "
                + "descriptor, and a second one while the daemon looks up the process of its client: if the limit on open "
                + "files is too low for two, this limit and that per user are reduced, and the log contains the reduced "
                + "limits.")
        connectionsPerUser = settings.integer(
            "connectionsPerUser", default: 512, in: 1...65_536,
            "The maximum number of connections per user. A further connection receives an error and is closed.")
        connectionsReserved = settings.integer(
            "connectionsReserved", default: standard.reservedConnections, in: 0...1_024,
            "The number of additional connections, beyond both limits, for root and the daemon's own user, so that they can "
                + "connect when others use all connections.")
        backlog = settings.integer(
            "backlog", default: Int(standard.backlog), in: 1...65_536,
            "The maximum number of connections that wait to be accepted. The kernel limits it to net.core.somaxconn. A change takes "
                + "effect when the daemon restarts.")
        messageSize = settings.bytes(
            "messageSize", default: bytes(standard.maximumMessageSize), in: bytes(4_096)...bytes(16 << 20),
            "The maximum size of a message from a client. A longer message closes its connection.")
        messageDepth = settings.integer(
            "messageDepth", default: standard.maximumDepth, in: 8...2_048,
            "The maximum nesting depth of arrays and objects in a message. A deeper message closes its connection.")
        timeoutMessage = settings.duration(
            "timeoutMessage", default: standard.messageTimeout ?? .zero, in: .zero...day,
            "The time limit for a message, from its first byte to its last; 0 for no limit. An incomplete message closes its "
                + "connection.")
        inputSizePerUser = settings.bytes(
            "inputSizePerUser", default: bytes(standard.maximumInputSizePerUser), in: bytes(4_096)...bytes(16 << 30),
            "The maximum size of the input that is buffered for all connections of a user: incomplete and waiting messages, "
                + "and the parameters of calls in progress. The connection that exceeds it is closed.")
        readAheadSize = settings.bytes(
            "readAheadSize", default: bytes(standard.readAheadSize), in: bytes(1_024)...bytes(16 << 20),
            "The number of bytes that are read ahead from a connection while one of its calls is in progress. Further input "
                + "waits in the socket.")
        waitingCalls = settings.integer(
            "waitingCalls", default: standard.maximumWaitingCalls, in: 1...1_048_576,
            "The number of calls that are read ahead from a connection while one of its calls is in progress. Further input "
                + "waits in the socket.")
        unreadReplySize = settings.bytes(
            "unreadReplySize", default: bytes(standard.unreadReplySize), in: bytes(4_096)...bytes(1 << 30),
            "The number of reply bytes per connection that a client may leave unread, beside those in its socket, before the "
                + "replying methods are suspended.")
        timeoutUnread = settings.duration(
            "timeoutUnread", default: standard.unreadReplyTimeout ?? .zero, in: .zero...day,
            "The time limit for a client to read while a reply of a stream is waiting; 0 for no limit. Then the stream "
                + "ends.")
        timeoutIdle = settings.duration(
            "timeoutIdle", default: standard.idleTimeout ?? .zero, in: .zero ... .seconds(31_536_000),
            "The time limit for an idle connection; 0 for no limit. It is closed after at most twice this time.")
        timeoutClose = settings.duration(
            "timeoutClose", default: standard.closeTimeout, in: .milliseconds(1) ... .seconds(3_600),
            "The time limit for sending the last replies of a connection that is closed.")
        failpoints = settings.boolean(
            "failpoints", default: false,
            "Whether administrators can inject faults at failpoints (trellisctl inject), to test the reaction to them. Not for a "
                + "daemon with data that matters.")
        roles = RolesConfiguration(from: settings.section("roles"))

        if inputSizePerUser < messageSize {
            settings.reject(
                "inputSizePerUser",
                "\(inputSizePerUser.text) is less than control.messageSize (\(messageSize.text)): increase it to at least "
                    + "that value, or decrease control.messageSize")
        }
    }

    /// Checks the address of the socket, and returns its path.
    ///
    /// `unix:PATH` is an address of trellisctl and of systemd, too.
    private static func socket(_ text: String?, in settings: Settings) -> String? {
        guard let text else { return nil }
        let path = text.hasPrefix("unix:") ? String(text.dropFirst(5)) : text
        let limit = VarlinkAddress.maximumPathLength
        if path.hasPrefix("@") {
            settings.reject("socket", "'\(text)' is an abstract socket, which has no owner and no mode; use a path")
        } else if !path.hasPrefix("/") || path.hasSuffix("/") {
            settings.reject("socket", "'\(text)' is not the absolute path of a socket, such as /run/trellis/io.trellis")
        } else if path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) || path.last == " " {
            settings.reject("socket", "the path contains a control character or ends with a space; correct it")
        } else if path.utf8.count > limit {
            settings.reject(
                "socket",
                "the path has \(path.utf8.count) bytes, and that of a socket has at most \(limit): choose a shorter one"
            )
        } else {
            settings.claim("socket", "unix:\(path)")
            return path
        }
        return nil
    }
}
