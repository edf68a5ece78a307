import HostInterface
import Trellis

/// The method of `io.trellis.Host` that lists calls.
extension ControlInterface {
    func listCalls(
        replies: ReplyWriter<HostContract.ListCallsReply>, context: CallContext
    ) async throws -> HostContract.ListCallsReply {
        let names = UserNameCache()
        let calls = host.runningCalls.map { HostContract.CallInProgress($0, names: names) }
        return try await replies.send(
            contentsOf: calls.map { HostContract.ListCallsReply(call: $0) }, ifEmpty: HostContract.ListCallsReply())
    }
}

extension HostContract.CallInProgress {
    /// Converts a call to the form of the contract.
    fileprivate init(_ running: RunningCall, names: UserNameCache) {
        let context = running.call.context
        let user = context.peer?.userID
        self.init(
            plugin: running.plugin, method: running.call.qualifiedMethod,
            microseconds: Int(running.age / .microseconds(1)), stream: running.isStream,
            uid: Int(user ?? .max), user: user.flatMap(names.name(of:)), pid: Int(context.peer?.processID ?? 0),
            via: context.origin, connection: "\(context.connection)")
    }
}
