public import SystemPackage

/// The directories of the daemon.
public struct HostDirectories: Sendable, Hashable {
    /// What must not be lost: `/var/lib/trellis` under systemd.
    public var state: FilePath

    /// What can be made again: `/var/cache/trellis` under systemd.
    public var cache: FilePath

    /// What is gone when the daemon stops: `/run/trellisd` under systemd.
    public var runtime: FilePath

    /// Creates the directories' value; nothing is created on disk.
    ///
    /// - Parameters:
    ///   - state: What must not be lost.
    ///   - cache: What can be made again.
    ///   - runtime: What is gone when the daemon stops.
    public init(state: FilePath, cache: FilePath, runtime: FilePath) {
        self.state = state
        self.cache = cache
        self.runtime = runtime
    }

    /// The directories that a plugin is granted: in each of these, the folder with its name.
    /// - Parameter plugin: The name under which the plugin is registered.
    /// - Returns: The three directories.
    public func directories(of plugin: String) -> PluginDirectories {
        PluginDirectories(
            state: state.appending(plugin), cache: cache.appending(plugin), runtime: runtime.appending(plugin))
    }
}
