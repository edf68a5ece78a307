public import Trellis

/// The keys that every plugin has, beside its own: how the host runs it.
public struct SupervisionConfiguration: Sendable, Equatable {
    /// Whether the plugin runs.
    ///
    /// A plugin that the configuration does not mention does not.
    public var enabled: Bool

    /// Whether the daemon can do without the plugin: when a required one can't start, the daemon doesn't either.
    public var required: Bool

    /// How long the plugin may take to start.
    public var timeoutStart: Duration

    /// How long the plugin may take to stop.
    public var timeoutStop: Duration

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.NAME`.
    public init(from settings: Settings) {
        enabled = settings.boolean("enabled", default: true, "Whether the plugin runs.")
        required = settings.boolean(
            "required", default: true, "Whether the daemon refuses to start when the plugin can't.")
        timeoutStart = settings.duration(
            "timeoutStart", default: .seconds(90), in: .milliseconds(1) ... .seconds(86_400),
            "How long the plugin may take to start.")
        timeoutStop = settings.duration(
            "timeoutStop", default: .seconds(10), in: .milliseconds(1) ... .seconds(86_400),
            "How long the plugin's services, and each of its objects, may take to stop. What has not stopped after three times "
                + "this time in all is abandoned, and the log names the plugin.")
    }
}
