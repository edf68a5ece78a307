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
}
