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
