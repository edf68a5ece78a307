public import Logging

/// The directories, credentials, clock and log that the host provides to one plugin.
///
/// The bindings of a plugin can depend on the environment. For each of its parts, a plugin derives a smaller
/// environment that contains only the operations that this part uses:
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

    /// The directories of the plugin.
    public let directories: PluginDirectories

    /// The wall clock and the sleep function.
    public let clock: WallClock

    /// A logger that has the plugin's name in its label and in its metadata, under the key `plugin`.
    public let logger: Logger

    private let findCredential: @Sendable (String) throws -> [UInt8]?
    private let setStatus: @Sendable (String) -> Void

    /// Creates an environment.
    ///
    /// The host derives the environment of a plugin from the environment of the host. Tests can create it directly.
    ///
    /// - Parameters:
    ///   - name: The name under which the plugin is registered.
    ///   - directories: The directories of the plugin.
    ///   - clock: The wall clock and the sleep function.
    ///   - logger: A logger with the plugin's name.
    ///   - credential: Returns the bytes of a credential of the plugin, or nil when there is no credential with this
    ///     name.
    ///   - status: Sets the status text of the plugin.
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

    /// Returns a credential that the operator passes to the plugin, for example with systemd's
    /// `LoadCredential=PLUGIN.NAME:…`.
    ///
    /// Each call reads the credential from its file. Do not log the credential or store a copy on disk.
    ///
    /// - Parameter name: The name of the credential, without the plugin's name.
    /// - Returns: The bytes, or nil when the plugin has no credential with this name.
    /// - Throws: An error when the credential exists and cannot be read.
    public func credential(_ name: String) throws -> [UInt8]? {
        try findCredential(name)
    }

    /// Sets the status text that is shown with the plugin's state, such as `importing, 40 %`.
    ///
    /// - Parameter text: One line; an empty text removes the previous one.
    public func status(_ text: String) {
        setStatus(text)
    }
}
