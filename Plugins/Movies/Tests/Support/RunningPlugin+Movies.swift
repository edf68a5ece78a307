import Trellis
import TrellisTesting

@testable import Movies

extension RunningPlugin {
    /// Opens a connection with a new session, and returns a client for the connection.
    func movies() async throws -> MoviesClient {
        MoviesClient(try await connect())
    }
}

/// Runs a body with the plugin in a daemon and a replacement of TMDB's servers.
///
/// - Parameters:
///   - settings: Keys of the plugin's section in addition to the URLs of the server.
///   - transport: The transport of clients.
///   - body: Receives the server and the plugin.
/// - Returns: The result of the body.
/// - Throws: The error of starting the plugin; the error of the body.
func withTMDB<Result: Sendable>(
    settings: [String: String] = [:], over transport: Transport,
    _ body: (FakeTMDB, RunningPlugin) async throws -> Result
) async throws -> Result {
    try await FakeTMDB.run { server in
        server.answerAsTMDB()
        return try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(
                in: folder, clock: ManualClock(skippingSleepsBelow: .seconds(5)).clock,
                credentials: ["movies.tmdb": Array("token.of.tests".utf8)])
            return try await withPlugin(
                MoviesPlugin.self, settings: server.settings.merging(settings) { $1 }, environment: environment,
                over: transport
            ) { try await body(server, $0) }
        }
    }
}
