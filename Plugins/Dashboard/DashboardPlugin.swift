public import Trellis
import TrellisWeb

/// A web page that shows the state of the daemon, and controls the daemon and its plugins in the name of the user who opened it.
public struct DashboardPlugin: Plugin {
    /// The name, the version, the summary and the grant of the plugin.
    public static let manifest = PluginManifest(
        name: "dashboard", version: "1.0.0",
        summary: "A web page that shows and controls the daemon and its plugins.",
        grants: [.userCalls], isRequired: false)

    /// A free port, so that a demonstration runs beside another daemon.
    public static let demo = ["listen": "127.0.0.1:0"]

    /// Declares the sockets, the sessions and the history, which outlive a generation, and the server.
    public static func assemble(_ blueprint: inout Blueprint, configuration: DashboardConfiguration) {
        blueprint.provide(value: configuration.listen, .carried)
        blueprint.provide(ListeningSockets.init, .carried)
        blueprint.provide({ () in SignIns() }, .carried)
        blueprint.provide({ () in WebSessions() }, .carried)
        blueprint.provide({ () in UsageRecord() }, .carried)
        blueprint.serve(DashboardInterface.init(sockets:signIns:calls:clock:))
        blueprint.provide { () in Contracts() }
        blueprint.provide(RequestGuard.init(sessions:calls:))
        blueprint.provide(SignInEndpoint.init(signIns:sessions:guarding:logger:))
        blueprint.provide { () in DashboardPage() }
        blueprint.provide { () in InitialEndpoint() }
        blueprint.provide(CallEndpoint.init(contracts:))
        blueprint.provide(FormsEndpoint.init(contracts:))
        blueprint.provide(LiveEndpoint.init(sessions:record:clock:))
        blueprint.provide(DashboardSite.init(guarding:signIn:page:initial:calls:forms:live:sessions:))
        blueprint.run(UsageRecorder.init(source:record:clock:))
        blueprint.run { (sockets: ListeningSockets, site: DashboardSite, plugin: PluginEnvironment, logger: Logger) in
            plugin.status("listening on \(sockets.addresses.map(\.description).joined(separator: ", "))")
            return WebServer(
                sockets, logger: logger, reportingForeignHost: site.recordForeignHost, respond: site.response(to:))
        }
    }
}
