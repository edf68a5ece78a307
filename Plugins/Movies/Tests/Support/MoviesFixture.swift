import Foundation
import Trellis
import TrellisTesting

@testable import Movies

/// The plugin's open scopes, in which a test opens sessions.
struct MoviesFixture: Sendable {
    /// The scope of the generation.
    let generation: Scope

    /// Opens a session.
    ///
    /// - Parameter user: The user ID; nil for none.
    /// - Returns: A client and the scope of the session.
    /// - Throws: The error of opening the session.
    func session(of user: UInt32? = nil) async throws -> (movies: MoviesClient, scope: Scope) {
        let peer = user.map { PeerCredentials(processID: 1, userID: $0, groupID: $0) }
        let scope = try await generation.openSession(SessionClient(peer: peer))
        let router = VarlinkRouter(
            information: ServiceInformation(
                vendor: "Trellis", product: "Tests", version: "1", url: "https://example.org"))
        for interface in try scope.contributions(to: (any VarlinkInterface).self) { try router.register(interface) }
        return (MoviesClient(LocalCaller(router: router, peer: peer)), scope)
    }

    /// Opens a session and returns a client.
    func client(of user: UInt32? = nil) async throws -> MoviesClient {
        try await session(of: user).movies
    }
}

/// Runs a body while the plugin's scopes are open.
///
/// - Parameters:
///   - settings: The keys of the plugin's section, with dots between components.
///   - environment: The environment of the plugin; nil for one in a temporary directory.
///   - adjust: Changes the plugin's blueprint before validation.
///   - body: Receives the scopes.
/// - Returns: The result of the body.
/// - Throws: `AdmissionError` when the blueprint is invalid; `OpeningError` when a scope cannot be opened; the error of
///   the body.
func withMovies<Result>(
    settings: [String: String] = [:], environment: PluginEnvironment? = nil,
    adjusting adjust: (inout Blueprint) -> Void = { _ in }, _ body: (MoviesFixture) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { folder in
        let environment = try environment ?? .sample(in: folder)
        var root = Blueprint("root")
        root.provide(value: environment.clock)
        return try await Scope.open(Plan(root)) { root in
            let configuration = MoviesConfiguration(settings)
            var blueprint = Blueprint("movies")
            blueprint.provide(value: environment, .marked(.carried))
            blueprint.provide({ (plugin: PluginEnvironment) in plugin.logger }, .carried)
            blueprint.provide(value: configuration)
            MoviesPlugin.assemble(&blueprint, configuration: configuration)
            adjust(&blueprint)
            var (own, generation) = blueprint.split(by: .carried, inner: "generation")
            own.nest(generation)
            let plan = try Plan(own, under: root.plan)
            let scope = try await root.open(plan)
            return try await body(MoviesFixture(generation: scope.open(plan.nested("generation")!)))
        }
    }
}

extension PluginEnvironment {
    /// Returns the environment of a plugin with all of its directories in one folder.
    static func sample(
        in folder: FilePath, clock: WallClock = .system, credentials: [String: String] = [:],
        logger: Logger = Logger(label: "movies") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> PluginEnvironment {
        let directories = PluginDirectories(
            state: folder.appending("state"), cache: folder.appending("cache"), runtime: folder.appending("run"))
        for path in [directories.state, directories.cache, directories.runtime] {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        }
        return PluginEnvironment(
            name: "movies", directories: directories, clock: clock, logger: logger,
            credential: { credentials[$0].map { Array($0.utf8) } }, status: { _ in })
    }
}

extension MoviesConfiguration {
    /// Creates a configuration from values by key; all other keys have their default values.
    init(_ settings: [String: String]) {
        self.init(from: Settings(path: [], source: FixedSettings(texts: settings)))
    }
}

/// Settings with fixed values, by keys with dots between components.
struct FixedSettings: SettingsSource {
    var texts: [String: String]

    func text(at path: [String]) -> String? { texts[path.joined(separator: ".")] }

    func texts(at path: [String]) -> [String]? { nil }
}

extension ReplySequence {
    /// Collects all replies.
    func all() async throws -> [Element] {
        try await reduce(into: []) { $0.append($1) }
    }
}
