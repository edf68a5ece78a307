import ServiceLifecycle
import Trellis
import TrellisHTTP

/// A service that probes GitHub during an outage, so that the end of the outage is detected without other requests.
struct RecoveryMonitor: Service, CustomStringConvertible {
    /// The name in the log of ServiceLifecycle.
    var description: String { "recovery monitor" }

    private let availability: GitHubAvailability
    private let connection: GitHubConnection
    private let server: ServerURL

    init(availability: GitHubAvailability, connection: GitHubConnection, server: ServerURL) {
        self.availability = availability
        self.connection = connection
        self.server = server
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await availability.monitorRecovery {
                // Any response shows that GitHub is available; the connection records it. A request for this resource
                // does not count against the rate limit (docs.github.com, "REST API endpoints for rate limits"), and
                // requires no credential.
                let request = HTTPRequest(url: server.url(["rate_limit"]))
                do {
                    _ = try await connection.response(to: request, from: server)
                } catch is HTTPFailure {}
            }
        }
    }
}
