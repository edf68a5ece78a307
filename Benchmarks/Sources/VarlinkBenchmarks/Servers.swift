import CVarlinkFloor
import Varlink
import VarlinkLoad

/// Runs a server if the arguments select one: `floor PATH REPLY`, `floor-streams PATH WATCHERS CHANGES` or `serve
/// PATH WATCHERS [CHANGES]`.
///
/// - Returns: Whether the arguments select a server.
func serve(_ arguments: [String]) async throws -> Bool {
    switch arguments.first {
    case "floor-streams":
        let prefix =
            #"{"parameters":{"item":{"id":"5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c11","title":"Green tea","count":3,"#
            + #""created":"2026-11-21T08:00:00.000Z","modified":"2026-11-21T08:00:00.000Z"},"revision":"#
        try requireSuccess(
            floor_serve_streams(
                arguments[1], Int32(arguments[2]) ?? 0, Int32(arguments[3]) ?? 0, prefix, #"},"continues":true}"#))
    case "serve":
        let router = VarlinkRouter(
            information: ServiceInformation(
                vendor: "Trellis", product: "VarlinkBenchmarks", version: "1", url: "https://example.org/"))
        let numbers = arguments.dropFirst(2).compactMap { Int($0) }
        let changes = ChangeLog(watchers: numbers.first ?? 1, count: numbers.dropFirst().first ?? 1)
        try router.register(BenchmarkInterface(changes: changes))
        var configuration = VarlinkServerConfiguration()
        configuration.maximumConnections = 20_000
        configuration.maximumConnectionsPerUser = 20_000
        let server = VarlinkServer(router: router, configuration: configuration)
        try server.listen(on: .path(arguments[1]))
        try await server.run()
    default:
        return try serveFloor(arguments)
    }
    return true
}
