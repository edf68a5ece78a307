public import Logging
public import OpenMetrics
public import Systemd
public import Trellis

extension HostEnvironment {
    /// Returns the environment of a running daemon, with the system clock and systemd's credentials.
    ///
    /// - Parameters:
    ///   - directories: The daemon's directories.
    ///   - service: The service environment that systemd provides.
    ///   - logger: Creates a logger with a label.
    ///   - failpoints: The failpoints of the daemon. Default: a new list.
    ///   - metrics: The metrics of the daemon and its plugins. Default: an empty registry.
    /// - Returns: The environment from which those of the plugins are derived.
    public static func live(
        directories: HostDirectories,
        service: ServiceEnvironment,
        logger: @escaping @Sendable (_ label: String) -> Logger,
        failpoints: Failpoints? = nil,
        metrics: MetricRegistry = MetricRegistry()
    ) -> HostEnvironment {
        let credentials = service.credentials
        return HostEnvironment(
            directories: directories,
            clock: .system,
            logger: logger,
            credential: { try credentials?.read($0) },
            failpoints: failpoints, metrics: metrics)
    }
}
