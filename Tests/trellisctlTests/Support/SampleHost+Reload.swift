import HostInterface
import Trellis

/// The methods of `io.trellis.Host` for reloads.
extension SampleHost {
    private var plan: HostContract.ReloadPlan {
        HostContract.ReloadPlan(
            hash: "5f1b0e5c",
            plugins: [
                .init(
                    plugin: "sample", action: .reconfigure, reason: "its configuration changed",
                    settings: [
                        .init(key: "plugins.sample.size", from: "4K", to: "8K", location: "/etc/t.yaml:3:9"),
                        .init(key: "plugins.sample.token", from: nil, to: "***", location: "$TOKEN"),
                    ],
                    affected: []),
                .init(
                    plugin: "base", action: .restart, reason: "a carried instance uses a changed value",
                    settings: [.init(key: "plugins.base.path", from: "/srv/a", to: "/srv")],
                    affected: ["search", "index"]),
                .init(plugin: "search", action: .keep, reason: "it does not run", settings: [], affected: []),
                .init(plugin: "idle", action: .keep, settings: [], affected: []),
            ],
            settings: [.init(key: "log.level", from: "info", to: "debug", location: "/etc/t.yaml:1:8")],
            afterRestart: [.init(key: "control.socket", from: "/run/t\u{1B}")])
    }

    func planReload(context: CallContext) async throws -> HostContract.PlanReloadReply {
        HostContract.PlanReloadReply(plan: plan)
    }

    func reload(hash: String?, context: CallContext) async throws -> HostContract.ReloadReply {
        switch hash {
        case "invalid":
            throw HostError.changeRejected(
                message: "/etc/t.yaml:3:9: unknown key 'sise'\n/etc/t.yaml:4:9: invalid value")
        case "failing", "unhealthy":
            throw HostError.reloadFailed(
                plugin: "base", message: "the plugin base failed: no space left", rolledBack: hash == "unhealthy")
        default: break
        }
        guard hash == nil || hash == plan.hash else { throw HostError.planOutdated(hash: plan.hash) }
        return HostContract.ReloadReply(plan: plan)
    }

    func releasePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.ReleasePluginReply {
        guard plugin != "items" else { throw HostError.pluginNotQuarantined(plugin: plugin) }
        return HostContract.ReleasePluginReply(plugins: [.init(name: plugin, state: .running, since: time)])
    }
}
