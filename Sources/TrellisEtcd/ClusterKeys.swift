import Etcd

/// The keys of a cluster in etcd.
struct ClusterKeys: Sendable {
    /// The prefix of all keys, such as `/trellis`.
    let prefix: String

    /// The prefix of the keys of the hosts.
    var hosts: EtcdBytes { EtcdBytes("\(prefix)/hosts/") }

    /// The key of a host.
    func host(_ name: String) -> EtcdBytes { EtcdBytes("\(prefix)/hosts/\(name)") }

    /// The mark of a process whose registration another one with its name has replaced.
    func twin(_ name: String) -> EtcdBytes { EtcdBytes("\(prefix)/twins/\(name)") }

    /// The prefix of the candidacies for a plugin.
    func candidacies(for plugin: String) -> EtcdBytes { EtcdBytes("\(prefix)/placement/\(plugin)/") }

    /// The candidacy of the host with a lease.
    func candidacy(for plugin: String, lease: EtcdLeaseID) -> String { "\(prefix)/placement/\(plugin)/\(lease)" }
}
