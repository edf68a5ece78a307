import HostInterface
import Trellis

/// The methods of `io.trellis.Host` that reload the configuration.
extension ControlInterface {
    func planReload(context: CallContext) async throws -> HostContract.PlanReloadReply {
        HostContract.PlanReloadReply(plan: HostContract.ReloadPlan(try await onFileThread(host.reloadPlan)))
    }

    func reload(hash: String?, context: CallContext) async throws -> HostContract.ReloadReply {
        let plan = try await host.reload(expecting: hash)
        let watched = host.watchedPlugins
        return HostContract.ReloadReply(
            plan: HostContract.ReloadPlan(plan), watched: watched.isEmpty ? nil : watched)
    }
}
