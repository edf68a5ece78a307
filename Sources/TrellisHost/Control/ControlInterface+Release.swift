import HostInterface
import Trellis

extension ControlInterface {
    func releasePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.ReleasePluginReply {
        HostContract.ReleasePluginReply(plugins: try await host.release(plugin, isDryRun: dryRun ?? false))
    }
}
