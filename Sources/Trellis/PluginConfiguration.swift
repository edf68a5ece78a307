/// The configuration of a plugin: the keys under `plugins.NAME`.
///
/// The initializer of a configuration declares its keys with their types and default values (see ``Settings``).
///
/// The keys that every plugin has (`enabled`, `required`, `timeoutStart`, `timeoutStop`) belong to the host. A
/// configuration can neither read nor declare them.
public protocol PluginConfiguration: Sendable, Equatable {
    /// Reads a configuration from its section.
    ///
    /// The host also calls this initializer without any settings, to determine the keys. Read every key unconditionally
    /// and without side effects.
    ///
    /// - Parameter settings: The section `plugins.NAME`.
    init(from settings: Settings)
}

/// The configuration of a plugin that declares no keys.
public struct NoConfiguration: PluginConfiguration {
    /// Creates the configuration.
    public init() {}

    /// Creates the configuration; the settings are ignored.
    public init(from settings: Settings) {}
}

extension PluginConfiguration {
    /// The configuration with all default values.
    public static var standard: Self {
        Self(from: Settings(path: [], source: NoSettings()))
    }
}
