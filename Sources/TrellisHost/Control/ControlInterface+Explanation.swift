import HostInterface
import Trellis

/// The methods of `io.trellis.Host` that explain the states, the starts and the stops of plugins.
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

    func listStops(
        replies: ReplyWriter<HostContract.ListStopsReply>, context: CallContext
    ) async throws -> HostContract.ListStopsReply {
        try await replies.send(
            contentsOf: host.stops(since: facts.started).map { HostContract.ListStopsReply(stop: $0) },
            ifEmpty: HostContract.ListStopsReply())
    }
}
