import Testing
import Trellis
import TrellisTesting

@testable import Movies

@Suite("Connections and sessions", .timeLimit(.minutes(2)))
struct ConnectionTests {
    @Test("opens a separate session for each connection", arguments: Transport.allCases)
    func sessions(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let (one, other) = (try await plugin.movies(), try await plugin.movies())
            _ = try await one.search(query: "heat").all()
            _ = try await other.home().all()
            _ = try await other.show(title: "1")
            #expect(try await one.where().all().compactMap(\.entry?.scene) == [.search])
            #expect(try await other.where().all().compactMap(\.entry?.scene) == [.home, .details])
            // Saved titles and queries are shared by all connections of a user.
            _ = try await one.save(title: "1")
            #expect(try await other.saved().all().compactMap(\.title).count == 1)
            #expect(try await plugin.movies().suggestions().all().compactMap(\.suggestion?.query) == ["heat"])
        }
    }

    @Test("closes the session and its scenes when the connection ends")
    func end() async throws {
        let (closed, continuation) = AsyncStream.makeStream(of: String.self)
        try await withPlugin(
            MoviesPlugin.self, over: .socket,
            adjusting: { blueprint in
                blueprint.override(
                    MoviesCoordinator.init(scenes:stack:_:), .onClose { _ in continuation.yield("coordinator") })
                blueprint.override(
                    SearchModel.init(request:environment:actions:), .onClose { _ in continuation.yield("search") })
            }
        ) { plugin in
            let connection = try #require(try await plugin.connect() as? VarlinkConnection)
            _ = try await MoviesClient(connection).search(query: "heat").all()
            await connection.close()
            #expect(await closed.prefix(2).reduce(into: []) { $0.append($1) } == ["search", "coordinator"])
        }
    }
}
