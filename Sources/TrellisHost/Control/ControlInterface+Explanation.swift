import HostInterface
import Trellis

/// The methods of `io.trellis.Host` that explain the states and the starts of plugins.
extension ControlInterface {
    func explainPlugin(plugin: String, context: CallContext) async throws -> HostContract.ExplainPluginReply {
        try host.explain(plugin)
    }

    func listStarts(
        replies: ReplyWriter<HostContract.ListStartsReply>, context: CallContext
    ) async throws -> HostContract.ListStartsReply {
        try await replies.send(
            contentsOf: host.starts(since: facts.started).map { HostContract.ListStartsReply(start: $0) },
            ifEmpty: HostContract.ListStartsReply())
    }
}
