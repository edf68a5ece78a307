import Glibc
import HostInterface
import Trellis

extension ControlInterface {
    func startPlugin(plugin: String, dryRun: Bool?, context: CallContext) async throws -> HostContract.StartPluginReply
    {
        HostContract.StartPluginReply(
            plugins: try await host.control(.start, plugin, isDryRun: dryRun ?? false))
    }

    func stopPlugin(plugin: String, dryRun: Bool?, context: CallContext) async throws -> HostContract.StopPluginReply {
        HostContract.StopPluginReply(
            plugins: try await host.control(.stop, plugin, isDryRun: dryRun ?? false))
    }

    func restartPlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.RestartPluginReply {
        HostContract.RestartPluginReply(
            plugins: try await host.control(.restart, plugin, isDryRun: dryRun ?? false))
    }

    func enablePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.EnablePluginReply {
        HostContract.EnablePluginReply(plugins: try await set(plugin, to: true, dryRun, context))
    }

    func disablePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.DisablePluginReply {
        HostContract.DisablePluginReply(plugins: try await set(plugin, to: false, dryRun, context))
    }

    func revertPlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.RevertPluginReply {
        HostContract.RevertPluginReply(plugins: try await set(plugin, to: nil, dryRun, context))
    }

    private func set(
        _ plugin: String, to isEnabled: Bool?, _ isDryRun: Bool?, _ context: CallContext
    ) async throws -> [HostContract.PluginCondition] {
        let user = context.peer?.userID ?? geteuid()
        return try await host.setEnablement(
            of: plugin, to: isEnabled, by: AccountNames.userName(user) ?? "\(user)", isDryRun: isDryRun ?? false)
    }
}
