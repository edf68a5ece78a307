import Trellis
import TrellisTesting

@testable import Movies

/// The plugin with a replacement of TMDB's servers, and its internal parts.
struct TMDBFixture: Sendable {
    /// The internal parts that tests inspect.
    struct Parts: Sendable {
        let api: Lazy<Tagged<APIServer, TransferService>>
        let images: Lazy<Tagged<ImageServer, TransferService>>
        let monitor: SourceMonitor
        let source: any MovieSource
        let checks: @Sendable () async throws -> Health

        init(
            api: Lazy<Tagged<APIServer, TransferService>>, images: Lazy<Tagged<ImageServer, TransferService>>,
            monitor: SourceMonitor, source: any MovieSource
        ) {
            self.api = api
            self.images = images
            self.monitor = monitor
            self.source = source
            checks = { try await SourceHealth(monitor: monitor).check() }
        }
    }

    let server: FakeTMDB
    let plugin: MoviesFixture
    let parts: Parts

    /// Runs a body with the plugin and a server with valid responses.
    ///
    /// - Parameters:
    ///   - settings: Keys of the plugin's section in addition to the URLs of the server.
    ///   - key: The credential `tmdb`; nil for none.
    ///   - clock: The plugin's clock.
    ///   - adjust: Changes the plugin's blueprint before validation.
    ///   - body: Receives the server and the plugin.
    /// - Returns: The result of the body.
    /// - Throws: The error of opening the scopes; the error of the body.
    static func run<Result: Sendable>(
        settings: [String: String] = [:], key: String? = "token.of.tests", clock: WallClock = .system,
        adjusting adjust: (inout Blueprint) -> Void = { _ in },
        _ body: (TMDBFixture) async throws -> Result
    ) async throws -> Result {
        try await FakeTMDB.run { server in
            server.answerAsTMDB()
            return try await withTemporaryFolder { folder in
                let environment = try PluginEnvironment.sample(
                    in: folder, clock: clock, credentials: key.map { ["tmdb": $0] } ?? [:])
                return try await withMovies(
                    settings: server.settings.merging(settings) { $1 }, environment: environment,
                    adjusting: { blueprint in
                        blueprint.contribute(Parts.init(api:images:monitor:source:)) { $0 }
                        adjust(&blueprint)
                    }
                ) { plugin in
                    let parts = try plugin.generation.contributions(to: Parts.self)
                    return try await body(TMDBFixture(server: server, plugin: plugin, parts: parts[0]))
                }
            }
        }
    }
}
