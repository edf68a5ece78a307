import HostInterface
import Trellis

extension ControlInterface {
    func listHosts(
        replies: ReplyWriter<HostContract.ListHostsReply>, context: CallContext
    ) async throws -> HostContract.ListHostsReply {
        let (hosts, problem) = await host.clusterHosts(since: facts.started)
        let listed = hosts.map { HostContract.ListHostsReply(host: HostContract.ClusterHost($0), problem: problem) }
        let own = HostContract.ClusterHost(host.clusterHost(since: facts.started))
        return try await replies.send(contentsOf: listed) ?? HostContract.ListHostsReply(host: own, problem: nil)
    }
}

extension HostContract.ClusterHost {
    /// Creates the form of the contract.
    fileprivate init(_ host: ClusterHost) {
        self.init(
            name: host.name, address: host.address, since: host.since.rfc3339WithMilliseconds, version: host.version,
            plugins: host.plugins, holds: host.holds)
    }
}
