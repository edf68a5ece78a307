import Trellis
import TrellisHTTP

/// Knows which servers are away, and since when.
///
/// The services tell it how their requests went; and it has them ask again, from time to time, while a server is
/// away, so that nobody has to come for something to notice that the server is back. So each needs the other: the
/// services are handed the monitor, and the monitor is handed `Lazy` services, which are made after it.
final class SourceMonitor: Sendable {
    /// A server that titles come from.
    enum Server: String, Sendable, Hashable, CaseIterable {
        /// The one that answers what is asked.
        case api = "the API"

        /// The one that has the images.
        case images = "the image server"

        /// What is asked for to see whether it is there: for images anything, since every answer will do.
        var probePath: [String] {
            switch self {
            case .api: ["configuration"]
            case .images: []
            }
        }
    }

    private let api: Lazy<Tagged<APIServer, TransferService>>
    private let images: Lazy<Tagged<ImageServer, TransferService>>
    private let availabilities: [Server: ServerAvailability]

    init(
        api: Lazy<Tagged<APIServer, TransferService>>, images: Lazy<Tagged<ImageServer, TransferService>>,
        plugin: PluginEnvironment
    ) {
        self.api = api
        self.images = images
        let servers = Server.allCases.map { ($0, ServerAvailability(of: $0.rawValue, plugin: plugin)) }
        availabilities = Dictionary(uniqueKeysWithValues: servers)
    }

    /// Takes note that a server answered.
    func succeeded(_ server: Server) {
        availabilities[server]?.noteAnswer()
    }

    /// Takes note that a server did not answer.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - reason: What happened, as the end of a sentence.
    func failed(_ server: Server, _ reason: String) {
        availabilities[server]?.noteFailure(reason)
    }

    /// The servers that are away.
    var away: [Server: ServerAvailability.Outage] { availabilities.compactMapValues(\.outage) }

    /// Has the servers that are away asked again, until the task is cancelled.
    func watch() async {
        await withDiscardingTaskGroup { group in
            for (server, availability) in availabilities {
                group.addTask { await availability.watchForReturn { try await self.service(of: server).probe() } }
            }
        }
    }

    private func service(of server: Server) async throws -> TransferService {
        switch server {
        case .api: try await api().value
        case .images: try await images().value
        }
    }
}

/// The tag of what belongs to the server that answers what is asked.
enum APIServer {}

/// The tag of what belongs to the server that has the images.
enum ImageServer {}
