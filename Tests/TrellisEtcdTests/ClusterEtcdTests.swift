import Etcd
import Synchronization
import Testing
import TrellisCluster
import TrellisEtcd
import TrellisTesting

/// A plugin without instances of its own.
private struct EmptyPlugin: Plugin {
    static let manifest = PluginManifest(name: "digest", version: "1.0.0", summary: "Does nothing.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {}
}

/// The part of a plugin that uses etcd.
private struct Part: Sendable {
    let host: String
    let keys: String

    init(etcd: ClusterEtcd?, plugin: PluginEnvironment) throws(PluginFailure) {
        guard let etcd else { throw ClusterEtcd.missing(for: plugin) }
        (host, keys) = (etcd.host, etcd.keys(of: plugin))
    }
}

@Suite("The etcd of a plugin", .timeLimit(.minutes(2)))
struct ClusterEtcdTests {
    /// Runs a plugin with the part.
    private func part(in cluster: ClusterOnEtcd?) async throws -> Part? {
        let found = Mutex<Part?>(nil)
        try await withPlugin(
            EmptyPlugin.self, root: { cluster?.declareRoot(&$0) },
            adjusting: { blueprint in
                blueprint.provide(Part.init(etcd:plugin:))
                blueprint.check { (part: Part) in
                    found.withLock { $0 = part }
                    return PartHealth()
                }
            }
        ) { _ in }
        return found.withLock(\.self)
    }

    @Test("is that of the cluster of the daemon")
    func cluster() async throws {
        let configuration = ClusterConfiguration(
            name: "web1", etcd: ClusterConfiguration.Etcd(endpoints: ["http://127.0.0.1:1"], prefix: "/fleet"))
        try await withTemporaryFolder { folder in
            let part = try await part(in: ClusterOnEtcd(configuration, in: .test(in: folder)))
            #expect(part?.host == "web1")
            #expect(part?.keys == "/fleet/plugins/digest/")
        }
    }

    @Test("is missing in a daemon without a cluster, which is a configuration failure")
    func noCluster() async throws {
        let failure = await #expect(throws: HostFailure.self) { try await part(in: nil) }
        let text = "the plugin digest requires a cluster, and cluster.etcd is not set"
        #expect("\(try #require(failure))".contains(text))
    }
}

/// A check without a subject of its own.
private struct PartHealth: HealthCheck {
    static let subject = "part"

    func check() async throws -> Health { .healthy }
}
