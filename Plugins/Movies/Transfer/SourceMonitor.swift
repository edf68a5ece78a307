import Trellis
import TrellisHTTP

/// The outages of the source's servers.
///
/// The transfer services report the outcomes of their requests to the monitor.
final class SourceMonitor: TransferObserver {
    private let availabilities: [SourceServer: ServerAvailability]

    init(api: Tagged<APIServer, ServerAvailability>, images: Tagged<ImageServer, ServerAvailability>) {
        availabilities = [.api: api.value, .images: images.value]
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
    ///
    /// - Parameter probe: Sends one request to a server, whose outcome is reported to the monitor.
    func watch(_ probe: @escaping @Sendable (SourceServer) async throws -> Void) async {
        await withDiscardingTaskGroup { group in
            for (server, availability) in availabilities {
                group.addTask { await availability.monitorRecovery { try await probe(server) } }
            }
        }
    }
}
