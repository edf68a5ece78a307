/// What an operator can set for one plugin: the keys under `plugins.NAME`.
///
/// A configuration is a value that says everything in its initialiser: which keys there are, what each takes, what
/// holds without it (see ``Settings``). It is `Equatable` because a reload compares: what is made from an equal
/// configuration may stay.
///
/// The keys that every plugin has (`enabled`, `required`, `timeoutStart`, `timeoutStop`) are the host's. A
/// configuration can neither read nor declare them.
public protocol PluginConfiguration: Sendable, Equatable {
    /// Reads a configuration.
    ///
    /// It is called without any setting too, to learn the keys: read every key, always, and have no effect.
    ///
    /// - Parameter settings: The section `plugins.NAME`.
    init(from settings: Settings)
}

/// The configuration of a plugin that has no keys of its own.
public struct NoConfiguration: PluginConfiguration {
    /// Creates the configuration without keys.
    public init() {}

    /// Reads nothing.
    public init(from settings: Settings) {}
}

extension PluginConfiguration {
    /// The configuration in which nothing is set.
    public static var standard: Self {
        Self(from: Settings(path: [], source: NoSettings()))
    }
}
