import ServiceLifecycle
import Trellis
import TrellisHTTP

/// Finds out that GitHub is back, also when nobody asks it for anything: while it is away, asks it now and then.
struct ReturnWatch: Service, CustomStringConvertible {
    /// What ServiceLifecycle calls it in the log.
    var description: String { "return watch" }

    private let availability: GitHubAvailability
    private let connection: GitHubConnection
    private let server: ServerURL

    init(availability: GitHubAvailability, connection: GitHubConnection, configuration: IssuesConfiguration) {
        self.availability = availability
        self.connection = connection
        server = configuration.baseURL
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await availability.watchForReturn {
                // Any answer will do. This one does not count against the limit of requests (docs.github.com, "REST API
                // endpoints for rate limits"), and without a credential it tells nobody who asks. What comes of it is
                // noted by the connection.
                let request = HTTPRequest(url: server.url(["rate_limit"]))
                do {
                    _ = try await connection.answer(to: request, from: server)
                } catch is HTTPFailure {}
            }
        }
    }
}
