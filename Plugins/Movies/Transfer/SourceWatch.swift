import ServiceLifecycle

/// Lets the monitor of the source watch while the plugin runs.
struct SourceWatch: Service, CustomStringConvertible {
    /// What ServiceLifecycle calls it in the log.
    var description: String { "watch over the source of titles" }

    let monitor: SourceMonitor

    func run() async throws {
        await cancelWhenGracefulShutdown { await monitor.watch() }
    }
}
