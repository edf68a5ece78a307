public import Etcd
import Foundation
import Synchronization
public import Trellis
public import TrellisCluster
public import TrellisHost

/// The hosts of a cluster that share an etcd.
///
/// | key under the prefix | value | deleted |
/// |---|---|---|
/// | `hosts/NAME` | the description of the host ``HostRecord`` in JSON | with the lease of the host |
/// | `plugins/PLUGIN/...` | the keys of a plugin (`ClusterEtcd`) | by the plugin |
/// | `placement/PLUGIN/LEASE` | the name of the host that runs the plugin, or that waits for its turn | with the lease of the host |
/// | `twins/NAME` | the identifier of a process whose registration as `hosts/NAME` another process has replaced | with the lease of the process |
///
/// Of the keys for one plugin, the one that was created first belongs to the host that runs it. The other hosts follow in the order in
/// which they began to stand by.
public final class ClusterOnEtcd: Cluster {
    /// The client, which the plugins share.
    public let client: EtcdClient

    /// Signals every change of ``problem``.
    public let problemChanged = ChangeSignal()

    let keys: ClusterKeys
    let keeper: LeaseKeeper
    let name: String

    /// The identifier of this process in its registration.
    let process = UUID().uuidString

    /// Whether this process has registered the host.
    let hasRegistered = Atomic(false)

    private let problems = Mutex<[Part: String]>([:])

    /// The parts of the cluster that can have a problem, in order of their precedence.
    enum Part: Int, Comparable {
        case lease, registration

        static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
    }

    /// Creates the access to the cluster, and does not connect.
    ///
    /// - Parameters:
    ///   - configuration: The section `cluster` of the configuration.
    ///   - environment: The environment of the host, with the credential `cluster.password`.
    /// - Throws: An error if `cluster.etcd` is missing, or a certificate or the password cannot be read.
    public init(_ configuration: ClusterConfiguration, in environment: HostEnvironment) throws {
        guard let etcd = configuration.etcd else {
            throw ClusterConfigurationError(description: "endpoints is not set")
        }
        client = try EtcdClient(EtcdConfiguration(etcd, in: environment))
        keys = ClusterKeys(prefix: etcd.prefix)
        keeper = LeaseKeeper(of: etcd.lease, client: client)
        name = configuration.localName
    }

    /// The access of plugins to etcd.
    public var etcd: ClusterEtcd { ClusterEtcd(client: client, prefix: keys.prefix, host: name) }

    /// Declares the access of plugins to etcd: a `ClusterEtcd`.
    public func declareRoot(_ root: inout Blueprint) { root.provide(value: etcd) }

    /// The reason why the cluster is unavailable, with the remedy, in one line; nil while it responds.
    public var problem: String? { problems.withLock { $0.min { $0.key < $1.key }?.value } }

    /// Sets the problem of a part; nil for none.
    func set(_ problem: String?, of part: Part) {
        let isChanged = problems.withLock { problems in
            defer { problems[part] = problem }
            return problems[part] != problem
        }
        if isChanged { problemChanged.signal() }
    }

    /// Connects, keeps a lease, and registers this host, until the task is cancelled.
    public func run(
        describing describe: @escaping @Sendable () -> ClusterHost, after changes: AsyncStream<Void>
    ) async {
        // The connections outlive the lease, so that it can be revoked.
        let connection = Task { try await client.run() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keeper.run { self.set($0, of: .lease) } }
            group.addTask { await self.register(describing: describe, after: changes) }
        }
        await keeper.end()
        connection.cancel()
        _ = await connection.result
    }

    /// The registered hosts, by name.
    public func hosts() async throws(ClusterUnavailable) -> [ClusterHost] {
        do {
            let found = try await client.range(.prefix(keys.hosts))
            return found.keyValues.compactMap { try? HostRecord(json: $0.value).host }.sorted { $0.name < $1.name }
        } catch {
            throw ClusterUnavailable(because: error.problem)
        }
    }
}
