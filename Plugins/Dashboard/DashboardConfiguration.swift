public import Trellis
public import TrellisWeb

/// The configuration of the dashboard: the section `plugins.dashboard`.
public struct DashboardConfiguration: PluginConfiguration {
    /// The addresses: ports of the loopback interface.
    ///
    /// Default: port 8765 of 127.0.0.1.
    public var listen: ListenAddresses

    /// Reads the configuration.
    ///
    /// - Parameter settings: The section `plugins.dashboard`.
    public init(from settings: Settings) {
        listen = settings.listenAddresses(
            "listen", default: ListenAddresses([.loopback(host: "127.0.0.1", port: 8_765)]),
            "The addresses: ADDRESS:PORT of the loopback interface.")
        for case .unix(let path) in listen.all {
            settings.reject(
                "listen", "a browser cannot open the Unix socket '\(path)'; use a port, such as 127.0.0.1:8765")
        }
    }
}
