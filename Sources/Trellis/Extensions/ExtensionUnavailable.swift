/// The error of using an extension whose contributor does not run, or no longer contributes the instance.
public struct ExtensionUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the contributor.
    public var plugin: String

    /// Creates the error.
    ///
    /// - Parameter plugin: The name of the contributor.
    public init(plugin: String) {
        self.plugin = plugin
    }

    /// The problem, without a full stop.
    public var description: String {
        "the plugin \(plugin) has stopped, or its new configuration does not contribute the extension"
    }
}
