public import Logging
public import SystemPackage

/// What the command line of the daemon says.
public struct HostOptions: Sendable {
    /// The configuration file; nil for the one in the configuration directory, if it exists.
    public var configuration: FilePath?

    /// Where to keep what must not be lost; nil for systemd's, or else the user's, state directory.
    public var stateDirectory: FilePath?

    /// Where to keep what can be made again; nil for systemd's, or else the user's, cache directory.
    public var cacheDirectory: FilePath?

    /// Where to keep what is gone with the daemon; nil for systemd's, or else the user's, runtime directory.
    public var runtimeDirectory: FilePath?

    /// The path of the control socket; nil for the configured one, or else the default.
    ///
    /// systemd's socket, where it hands one over, goes before it.
    public var socket: String?

    /// Settings that go before all others: `KEY=VALUE`.
    public var settings: [String]

    /// What is logged; nil for what the configuration says.
    public var logLevel: Logger.Level?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - configuration: The configuration file.
    ///   - stateDirectory: Where to keep what must not be lost.
    ///   - cacheDirectory: Where to keep what can be made again.
    ///   - runtimeDirectory: Where to keep what is gone with the daemon.
    ///   - socket: The path of the control socket.
    ///   - settings: Settings that go before all others: `KEY=VALUE`.
    ///   - logLevel: What is logged.
    public init(
        configuration: FilePath? = nil,
        stateDirectory: FilePath? = nil,
        cacheDirectory: FilePath? = nil,
        runtimeDirectory: FilePath? = nil,
        socket: String? = nil,
        settings: [String] = [],
        logLevel: Logger.Level? = nil
    ) {
        self.configuration = configuration
        self.stateDirectory = stateDirectory
        self.cacheDirectory = cacheDirectory
        self.runtimeDirectory = runtimeDirectory
        self.socket = socket
        self.settings = settings
        self.logLevel = logLevel
    }
}
