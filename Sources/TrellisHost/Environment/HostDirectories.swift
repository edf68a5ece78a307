public import SystemPackage
public import Trellis

/// The directories of the daemon.
public struct HostDirectories: Sendable, Hashable {
    /// The directory for persistent data: `/var/lib/trellis` under systemd.
    public var state: FilePath

    /// The directory for data that can be recreated: `/var/cache/trellis` under systemd.
    public var cache: FilePath

    /// The directory for data that is removed when the daemon stops: `/run/trellisd` under systemd.
    public var runtime: FilePath

    /// Creates the value; nothing is created on disk.
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

    /// Returns the directories of a plugin: the folder with its name in each of the daemon's directories.
    /// - Parameter plugin: The name under which the plugin is registered.
    /// - Returns: The plugin's directories for state, cache and runtime data.
    public func directories(of plugin: String) -> PluginDirectories {
        PluginDirectories(
            state: state.appending(plugin), cache: cache.appending(plugin), runtime: runtime.appending(plugin))
    }
}
