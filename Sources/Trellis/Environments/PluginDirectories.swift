public import SystemPackage

/// The directories of a plugin: subdirectories of the daemon's directories, with the plugin's name.
///
/// The directories exist when the plugin's instances are created. They belong to the daemon's user and have the mode
/// 0700.
public struct PluginDirectories: Sendable, Hashable {
    /// The directory for persistent data: `/var/lib/trellis/NAME` under systemd.
    public var state: FilePath

    /// The directory for data that can be recreated: `/var/cache/trellis/NAME` under systemd.
    public var cache: FilePath

    /// The directory for data that is removed when the daemon stops: `/run/trellisd/NAME` under systemd.
    public var runtime: FilePath

    /// Creates a value from three paths, without creating the directories.
    ///
    /// - Parameters:
    ///   - state: The directory for persistent data.
    ///   - cache: The directory for data that can be recreated.
    ///   - runtime: The directory for data that is removed when the daemon stops.
    public init(state: FilePath, cache: FilePath, runtime: FilePath) {
        self.state = state
        self.cache = cache
        self.runtime = runtime
    }
}
