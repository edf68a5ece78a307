import Trellis
import TrellisHTTP

/// The outages of the source's servers.
///
/// The transfer services report the outcomes of their requests to the monitor. While a server is unavailable, the
/// monitor probes that server through its service. The monitor and the services depend on each other: a service
/// receives the monitor as a ``TransferObserver``, and the monitor receives `Lazy` services, which are created later.
final class SourceMonitor: TransferObserver {
    private let api: Lazy<Tagged<APIServer, TransferService>>
    private let images: Lazy<Tagged<ImageServer, TransferService>>
    private let availabilities: [SourceServer: ServerAvailability]

    init(
        api: Lazy<Tagged<APIServer, TransferService>>, images: Lazy<Tagged<ImageServer, TransferService>>,
        plugin: PluginEnvironment
    ) {
        self.api = api
        self.images = images
        let servers = SourceServer.allCases.map { ($0, ServerAvailability(of: $0.rawValue, plugin: plugin)) }
        availabilities = Dictionary(uniqueKeysWithValues: servers)
    }

    func requestSucceeded(on server: SourceServer) {
        availabilities[server]?.recordResponse()
    }

    func requestFailed(on server: SourceServer, _ reason: String) {
        availabilities[server]?.recordFailure(reason)
    }

    /// The current outages.
    var outages: [SourceServer: ServerAvailability.Outage] { availabilities.compactMapValues(\.outage) }

    /// Probes unavailable servers until the task is cancelled.
    func watch() async {
        await withDiscardingTaskGroup { group in
            for (server, availability) in availabilities {
                group.addTask { await availability.monitorRecovery { try await self.service(of: server).probe() } }
            }
        }
    }

    private func service(of server: SourceServer) async throws -> TransferService {
        switch server {
        case .api: try await api().value
        case .images: try await images().value
        }
    }
}
