import HTTPTypes
import HummingbirdCore
import OpenMetrics
import TrellisWeb

/// The page `/readyz`: whether plugins run without a problem.
///
/// The states are those of the last health checks, which the daemon runs every ten seconds. The reasons are not shown, because every
/// user of the machine can read the page.
struct Readiness: Sendable {
    private static let metric = "trellis_plugin_state"

    /// The states of a plugin that runs without a problem.
    private static let ready: Set = ["running", "reloading"]

    /// The states in which a plugin is not expected to run on this host.
    private static let absent: Set = ["disabled", "standby", "stopped"]

    private let plugins: [(name: String, state: String)]

    /// Reads the states of the plugins.
    init(of source: any ExpositionSource) {
        plugins = source.samples(of: [Self.metric]).compactMap { sample in
            guard let name = sample.labels["plugin"], case .state(let state, _) = sample.value else { return nil }
            return (name, state)
        }
    }

    /// Answers with status 200 if the plugins are ready, otherwise with status 503, and with a line for each plugin.
    ///
    /// The query parameters `plugin` name the plugins. Without one, every plugin counts that is expected to run on this host.
    func response(to request: Request) -> Response {
        let names = request.uri.queryParameters[values: "plugin"].map(String.init)
        for name in names where !plugins.contains(where: { $0.name == name }) {
            return Response(status: .notFound, text: "The daemon has no plugin '\(name.prefix(100))'.\n")
        }
        let selected = plugins.filter { plugin in
            names.isEmpty ? !Self.absent.contains(plugin.state) : names.contains(plugin.name)
        }
        let isReady = selected.allSatisfy { Self.ready.contains($0.state) }
        return Response(
            status: isReady ? .ok : .serviceUnavailable,
            text: selected.map { "\($0.name): \($0.state)\n" }.joined())
    }
}
