public import SystemPackage

/// The directories of one plugin: in each of the daemon's, a folder with the plugin's name.
///
/// They exist when the plugin's bindings are made, belong to the daemon's user, and are closed to everyone else (mode
/// 0700).
public struct PluginDirectories: Sendable, Hashable {
    /// What must not be lost: `/var/lib/trellis/NAME` under systemd.
    public var state: FilePath

    /// What can be made again: `/var/cache/trellis/NAME` under systemd.
    public var cache: FilePath

    /// What is gone when the daemon stops: `/run/trellisd/NAME` under systemd.
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
}
