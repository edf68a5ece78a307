public import Trellis
public import TrellisWeb

/// The configuration of Metrics: the section `plugins.metrics`.
public struct MetricsConfiguration: PluginConfiguration {
    /// The addresses: ports of the loopback interface, or Unix sockets.
    ///
    /// Default: port 9464 of 127.0.0.1.
    public var listen: ListenAddresses

    /// Reads the configuration.
    ///
    /// - Parameter settings: The section `plugins.metrics`.
    public init(from settings: Settings) {
        listen = settings.listenAddresses(
            "listen", default: ListenAddresses([.loopback(host: "127.0.0.1", port: 9_464)]),
            "The addresses: ADDRESS:PORT of the loopback interface, or unix:PATH.")
    }
}
