import ServiceLifecycle

/// The service that probes unavailable servers while the plugin runs.
struct SourceMonitorService: Service, CustomStringConvertible {
    /// The name of the service in the log.
    var description: String { "source monitor" }

    let monitor: SourceMonitor

    func run() async throws {
        await cancelWhenGracefulShutdown { await monitor.watch() }
    }
}
