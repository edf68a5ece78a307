import Trellis
import TrellisTesting

@testable import Movies

extension RunningPlugin {
    /// Connects, and gives a client of the plugin's commands: a session of its own.
    func movies() async throws -> MoviesClient {
        MoviesClient(try await connect())
    }
}

/// Runs a body with the plugin in a daemon, and a server in the place of TMDB's two.
///
/// - Parameters:
///   - settings: Keys of the plugin's section, beside the addresses of the server.
///   - transport: How clients reach the plugin.
///   - body: Gets the server and the plugin.
/// - Returns: What the body returns.
/// - Throws: What keeps the plugin from starting, and what the body throws.
func withTMDB<Result: Sendable>(
    settings: [String: String] = [:], over transport: Transport,
    _ body: (FakeTMDB, RunningPlugin) async throws -> Result
) async throws -> Result {
    try await FakeTMDB.run { server in
        server.answerAsTMDB()
        return try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(
                in: folder, clock: ManualClock().clock, credentials: ["movies.tmdb": Array("token.of.tests".utf8)])
            return try await withPlugin(
                MoviesPlugin.self, settings: server.settings.merging(settings) { $1 }, environment: environment,
                over: transport
            ) { try await body(server, $0) }
        }
    }
}
