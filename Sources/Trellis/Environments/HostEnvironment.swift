public import Logging

/// What the daemon has of the world: the container environment that feeds the root scope.
///
/// TrellisHost has the value `live`; TrellisTesting one for tests. No plugin sees it: what of it a plugin may use is
/// cut into a ``PluginEnvironment``.
public struct HostEnvironment: Sendable {
    /// The daemon's directories.
    public var directories: HostDirectories

    /// The time of day, and sleeping.
    public var clock: WallClock

    /// Makes a logger with a label.
    public var logger: @Sendable (_ label: String) -> Logger

    /// The bytes of a credential, or nil when there is none of this name.
    ///
    /// Throws when it is there and can't be read.
    public var credential: @Sendable (_ name: String) throws -> [UInt8]?

    /// Says in a few words what a plugin is doing, for the operator who asks.
    ///
    /// An empty text takes back the last one.
    public var status: @Sendable (_ plugin: String, _ text: String) -> Void

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - directories: The daemon's directories.
    ///   - clock: The time of day, and sleeping.
    ///   - logger: Makes a logger with a label.
    ///   - credential: The bytes of a credential, or nil when there is none of this name.
    ///   - status: Says in a few words what a plugin is doing.
    public init(
        directories: HostDirectories,
        clock: WallClock,
        logger: @escaping @Sendable (_ label: String) -> Logger,
        credential: @escaping @Sendable (_ name: String) throws -> [UInt8]?,
        status: @escaping @Sendable (_ plugin: String, _ text: String) -> Void
    ) {
        self.directories = directories
        self.clock = clock
        self.logger = logger
        self.credential = credential
        self.status = status
    }

    /// What of this environment one plugin may use.
    ///
    /// Its credentials are those named `PLUGIN.CREDENTIAL`: a plugin can't name another one's.
    ///
    /// - Parameter plugin: The name under which the plugin is registered.
    /// - Returns: What the host grants to the plugin.
    public func environment(for plugin: String) -> PluginEnvironment {
        let credential = credential
        let status = status
        var logger = logger("trellis.\(plugin)")
        logger[metadataKey: "plugin"] = "\(plugin)"
        return PluginEnvironment(
            name: plugin,
            directories: directories.directories(of: plugin),
            clock: clock,
            logger: logger,
            credential: { try credential("\(plugin).\($0)") },
            status: { status(plugin, $0) })
    }
}
