public import Logging

/// What the host grants to one plugin: the container environment that feeds the plugin's scope.
///
/// A plugin takes it as a parameter where its scope begins, and cuts smaller environments from it for what is further
/// down, each with just what one object uses:
///
/// ```swift
/// struct WatchEnvironment: Sendable {
///     var changes: @Sendable (_ since: Int?) -> ItemChanges
///     var logger: Logger
/// }
/// ```
public struct PluginEnvironment: Sendable {
    /// The name under which the plugin is registered.
    public let name: String

    /// The plugin's own directories.
    public let directories: PluginDirectories

    /// The time of day, and sleeping.
    public let clock: WallClock

    /// A logger with the plugin's name as label and as metadata `plugin`.
    public let logger: Logger

    private let findCredential: @Sendable (String) throws -> [UInt8]?
    private let setStatus: @Sendable (String) -> Void

    /// Creates an environment.
    ///
    /// The host cuts it from its own; a test may make one by hand.
    ///
    /// - Parameters:
    ///   - name: The name under which the plugin is registered.
    ///   - directories: The plugin's own directories.
    ///   - clock: The time of day, and sleeping.
    ///   - logger: A logger with the plugin's name.
    ///   - credential: The bytes of one of the plugin's credentials, or nil when there is none of this name.
    ///   - status: Says in a few words what the plugin is doing.
    public init(
        name: String,
        directories: PluginDirectories,
        clock: WallClock,
        logger: Logger,
        credential: @escaping @Sendable (_ name: String) throws -> [UInt8]?,
        status: @escaping @Sendable (_ text: String) -> Void
    ) {
        self.name = name
        self.directories = directories
        self.clock = clock
        self.logger = logger
        self.findCredential = credential
        self.setStatus = status
    }

    /// A secret that the operator handed to the plugin, through systemd's `LoadCredential=PLUGIN.NAME:…` or the like.
    ///
    /// It is read from its file at each call. Don't log it, don't keep a copy on disk.
    ///
    /// - Parameter name: Its name, without the plugin's.
    /// - Returns: Its bytes, or nil when there is none of this name.
    /// - Throws: When it is there and can't be read.
    public func credential(_ name: String) throws -> [UInt8]? {
        try findCredential(name)
    }

    /// Says in a few words what the plugin is doing: `importing, 40 %`.
    ///
    /// It is shown beside its state.
    ///
    /// - Parameter text: One line; an empty one takes back the last.
    public func status(_ text: String) {
        setStatus(text)
    }
}
