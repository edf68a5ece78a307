import Foundation
import HostInterface
import HostSupport
import Synchronization
import Trellis

/// The host in its cluster.
extension PluginHost {
    /// Describes this host for the other hosts of the cluster.
    ///
    /// - Parameter started: The start time of the daemon.
    /// - Returns: The description.
    func clusterHost(since started: Date) -> ClusterHost {
        let (members, placements) = loop.read { ($0.members, $0.placements) }
        let running = members.indices.filter { members[$0].machine.status.state.isRunning }
        let held = running.filter { placements.placement(of: $0) == .single }
        let cluster = configuration.host.cluster
        return ClusterHost(
            name: cluster.localName, address: cluster.localAddress, since: started, version: Release.version,
            plugins: running.map { members[$0].name }.sorted(), holds: held.map { members[$0].name }.sorted())
    }

    /// Logs that the cluster is unavailable, and that it is available again, until the task is cancelled.
    func watchCluster() async {
        guard let cluster else { return }
        var logged: String?
        for await _ in cluster.problemChanged.changes(isInitiallySignaled: true) {
            let problem = cluster.problem
            guard problem != logged else { continue }
            logged = problem
            if let problem {
                logger.log(.clusterUnavailable, "\(problem)", metadata: ["reason": "\(problem)"])
            } else {
                logger.log(.clusterAvailable, "the cluster responds again")
            }
        }
    }

    /// Lists the hosts of the cluster.
    ///
    /// - Parameter started: The start time of the daemon.
    /// - Returns: The hosts, and the reason why the other hosts are unknown, if they are.
    func clusterHosts(since started: Date) async -> (hosts: [ClusterHost], problem: String?) {
        guard let cluster else { return ([clusterHost(since: started)], nil) }
        do throws(ClusterUnavailable) {
            return (try await cluster.hosts(), nil)
        } catch {
            return ([clusterHost(since: started)], error.description)
        }
    }

    /// The hosts of the cluster on which a plugin runs.
    func placement(of plugin: Supervision.Index) -> HostContract.PluginPlacement {
        loop.read { $0.placements.placement(of: plugin) } == .single ? .single : .everywhere
    }

    /// The host that runs a plugin that runs on one host at a time; nil if it is not known.
    func holder(of plugin: Supervision.Index) -> String? {
        loop.read { supervision in
            supervision.placements.isElected(for: plugin)
                ? configuration.host.cluster.localName : supervision.placements.holder(of: plugin)
        }
    }
}
