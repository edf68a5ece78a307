public import Logging
public import Trellis

/// What an operator can set for the daemon itself: the sections `log` and `control`.
public struct HostConfiguration: Sendable, Equatable {
    /// What is logged: messages of this level and above.
    public var logLevel: Logger.Level

    /// The control socket.
    public var control: ControlConfiguration

    /// Reads the configuration.
    /// - Parameter settings: The root of the configuration.
    public init(from settings: Settings) {
        let log = settings.section("log")
        logLevel = log.choice("level", default: .info, "What is logged: messages of this level and above.")
        control = ControlConfiguration(from: settings.section("control"))
    }
}

/// The control socket: the section `control`.
public struct ControlConfiguration: Sendable, Equatable {
    /// The path of the socket that the daemon makes when systemd hands it none; nil for the default.
    public var socket: String?

    /// How long calls under way may take to finish when the daemon stops.
    public var timeoutStop: Duration

    /// The longest message that a client may send.
    public var messageSize: ByteCount

    /// How many connections there may be at a time.
    public var connections: Int

    /// How many connections of one user there may be at a time.
    public var connectionsPerUser: Int

    /// Who may do what.
    public var roles: RolesConfiguration

    /// Reads the configuration.
    /// - Parameter settings: The section `control`.
    public init(from settings: Settings) {
        socket = settings.string(
            "socket",
            "The path of the control socket, where systemd hands the daemon none; by default io.trellis in the "
                + "runtime directory.")
        timeoutStop = settings.duration(
            "timeoutStop", default: .seconds(5), in: .zero ... .seconds(3_600),
            "How long calls under way may take to finish when the daemon stops.")
        messageSize = settings.bytes(
            "messageSize", default: ByteCount(bytes: 1 << 20),
            in: ByteCount(bytes: 4_096)...ByteCount(bytes: 16 << 20), "The longest message that a client may send.")
        connections = settings.integer(
            "connections", default: 4_096, in: 1...65_536, "How many connections there may be at a time.")
        connectionsPerUser = settings.integer(
            "connectionsPerUser", default: 1_024, in: 1...65_536,
            "How many connections of one user there may be at a time.")
        roles = RolesConfiguration(from: settings.section("roles"))
    }
}
