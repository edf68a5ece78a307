public import Trellis
import TrellisWeb

/// The metrics of the daemon and its plugins, for Prometheus and compatible systems.
public struct MetricsPlugin: Plugin {
    /// The name, the version and the summary of the plugin.
    public static let manifest = PluginManifest(
        name: "metrics", version: "1.0.0", summary: "The metrics of the daemon and its plugins, over HTTP.",
        isRequired: false)

    /// A free port, so that a demonstration runs beside another daemon.
    public static let demo = ["listen": "127.0.0.1:0"]

    /// Declares the sockets, which outlive a generation, and the server.
    public static func assemble(_ blueprint: inout Blueprint, configuration: MetricsConfiguration) {
        blueprint.provide(value: configuration.listen, .carried)
        blueprint.provide(ListeningSockets.init, .carried)
        blueprint.provide(MetricsSite.init(source:))
        blueprint.run { (sockets: ListeningSockets, site: MetricsSite, plugin: PluginEnvironment, logger: Logger) in
            plugin.status("listening on \(sockets.addresses.map(\.description).joined(separator: ", "))")
            return WebServer(sockets, logger: logger, respond: site.response(to:))
        }
    }
}
