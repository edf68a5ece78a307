import ServiceLifecycle
import Trellis

/// Finds out that GitHub is back, also when nobody asks it for anything: while it is away, asks it now and then.
struct ReturnWatch: Service, CustomStringConvertible {
    /// How long it waits before it asks: at first, and at most.
    static let delays = (first: Duration.seconds(15), last: Duration.seconds(300))

    /// What ServiceLifecycle calls it in the log.
    var description: String { "return watch" }

    private let availability: Availability
    private let ask: @Sendable () async throws -> Void
    private let clock: WallClock

    init(availability: Availability, connection: GitHubConnection, configuration: IssuesConfiguration, clock: WallClock)
    {
        self.availability = availability
        self.clock = clock
        // Any answer will do. This one does not count against the limit of requests (docs.github.com, "REST API
        // endpoints for rate limits"), and without a token it tells nobody who asks.
        let request = HTTPRequest(url: configuration.baseURL.url(["rate_limit"]))
        ask = { _ = try await connection.answer(to: request, from: configuration.baseURL) }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in availability.departures { await waitForReturn() }
        }
    }

    private func waitForReturn() async {
        var delay = Self.delays.first
        while availability.isAway {
            guard (try? await clock.sleep(delay * Double.random(in: 0.8...1.2))) != nil else { return }
            guard availability.isAway else { return }
            // What comes of it is noted by the connection.
            try? await ask()
            delay = min(delay * 2, Self.delays.last)
        }
    }
}
