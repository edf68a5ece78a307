import Foundation
import Synchronization
import Trellis

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
        var probePath: String {
            switch self {
            case .api: "/configuration"
            case .images: "/"
            }
        }
    }

    /// A time for which a server has not answered.
    struct Outage: Sendable, Hashable {
        /// Since when.
        var since: Date

        /// What happened last, in a sentence without its full stop.
        var reason: String
    }

    private let api: Lazy<Tagged<APIServer, TransferService>>
    private let images: Lazy<Tagged<ImageServer, TransferService>>
    private let plugin: PluginEnvironment
    private let outages = Mutex<[Server: Outage]>([:])
    private let (began, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(
        api: Lazy<Tagged<APIServer, TransferService>>, images: Lazy<Tagged<ImageServer, TransferService>>,
        plugin: PluginEnvironment
    ) {
        self.api = api
        self.images = images
        self.plugin = plugin
    }

    /// Takes note that a server answered.
    func succeeded(_ server: Server) {
        guard let outage = outages.withLock({ $0.removeValue(forKey: server) }) else { return }
        plugin.logger.notice("\(server.rawValue) is back", metadata: ["away since": "\(outage.since.rfc3339)"])
    }

    /// Takes note that a server did not answer.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - reason: What happened, in a sentence without its full stop.
    func failed(_ server: Server, _ reason: String) {
        let now = plugin.clock.now()
        let isNew = outages.withLock { outages in
            let since = outages[server]?.since
            outages[server] = Outage(since: since ?? now, reason: reason)
            return since == nil
        }
        guard isNew else { return }
        plugin.logger.warning("\(server.rawValue) is away", metadata: ["reason": "\(reason)"])
        signal.yield()
    }

    /// The servers that are away.
    var away: [Server: Outage] { outages.withLock(\.self) }

    /// Has the servers that are away asked again, until the task is cancelled: 5 seconds after the outage began, and
    /// then after twice the time, up to a minute.
    func watch() async {
        for await _ in began {
            var pause = Duration.seconds(5)
            while !away.isEmpty {
                do {
                    try await plugin.clock.sleep(pause)
                    pause = min(pause * 2, .seconds(60))
                    for server in away.keys { try await service(of: server).probe() }
                } catch {
                    // The task was cancelled, or the services are closed: there is nothing left to watch.
                    return
                }
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
