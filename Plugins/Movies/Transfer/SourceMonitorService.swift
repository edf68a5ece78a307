import ServiceLifecycle
import Trellis

/// The service that probes unavailable servers while the plugin runs.
struct SourceMonitorService: Service, CustomStringConvertible {
    /// The name of the service in the log.
    var description: String { "source monitor" }

    let monitor: SourceMonitor
    let api: Lazy<Tagged<APIServer, TransferService>>
    let images: Lazy<Tagged<ImageServer, TransferService>>

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await monitor.watch { server in
                switch server {
                case .api: try await api().value.probe()
                case .images: try await images().value.probe()
                }
            }
        }
    }
}
