public import Trellis

/// The configuration of Door: the section `plugins.door`.
public struct DoorConfiguration: PluginConfiguration {
    /// The time for which the door is open: 1 second to 1 hour.
    ///
    /// Default: 10 seconds.
    public var openTime: Duration

    /// The number of wrong codes that lock the door: 1 to 100.
    ///
    /// Default: 3.
    public var attempts: Int

    /// The time for which the door is locked: 1 second to 1 day, and not less than the time for which it is open.
    ///
    /// Default: 1 minute.
    public var lockTime: Duration

    /// The code, if it is not a credential.
    ///
    /// Default: none.
    public var code: Secret?

    /// Reads the configuration.
    ///
    /// - Parameter settings: The section `plugins.door`.
    public init(from settings: Settings) {
        openTime = settings.duration(
            "openTime", default: .seconds(10), in: .seconds(1) ... .seconds(3_600),
            "The time for which the door is open.")
        let lock = settings.section("lock")
        attempts = lock.integer("attempts", default: 3, in: 1...100, "The number of wrong codes that lock the door.")
        lockTime = lock.duration(
            "time", default: .seconds(60), in: .seconds(1) ... .seconds(86_400),
            "The time for which the door is locked.")
        if lockTime < openTime { lock.reject("time", "must not be less than openTime; increase it") }
        code = settings.secret("code", "The code. Default: the credential door.code.")
    }
}
