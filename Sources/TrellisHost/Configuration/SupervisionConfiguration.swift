public import Trellis

/// The configuration keys that every plugin has beside its own.
public struct SupervisionConfiguration: Sendable, Equatable {
    /// Whether the plugin runs.
    ///
    /// A plugin that the configuration does not list is disabled.
    public var enabled: Bool

    /// Whether the daemon stops when the plugin cannot start or fails.
    public var required: Bool

    /// The time limit for starting the plugin.
    public var timeoutStart: Duration

    /// The time limit for stopping the plugin's services, and for closing each of its instances.
    public var timeoutStop: Duration

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.NAME`.
    public init(from settings: Settings) {
        enabled = settings.boolean("enabled", default: true, "Whether the plugin runs.")
        required = settings.boolean(
            "required", default: true, "Whether the daemon stops when the plugin cannot start or fails.")
        timeoutStart = settings.duration(
            "timeoutStart", default: .seconds(90), in: .milliseconds(1) ... .seconds(86_400),
            "The time limit for starting the plugin.")
        timeoutStop = settings.duration(
            "timeoutStop", default: .seconds(10), in: .milliseconds(1) ... .seconds(86_400),
            "The time limit for stopping the plugin's services, and for closing each of its instances. After three times "
                + "this time in total the plugin is abandoned, and the log names it.")
    }
}
