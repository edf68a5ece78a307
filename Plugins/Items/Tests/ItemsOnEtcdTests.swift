import Etcd
import EtcdTesting
import Items
import ItemsEtcd
import Testing
import TrellisCluster
import TrellisHost
import TrellisTesting

@Suite("Items plugin with a store in etcd", .timeLimit(.minutes(2)))
struct ItemsOnEtcdTests {
    @Test("serves the list of the cluster on each host, and reports when etcd does not respond", .runsEtcd)
    func sharing() async throws {
        try await TestCluster.with { cluster in
            try await withEtcd(cluster.configuration) { client in
                let root: @Sendable (inout Blueprint) -> Void = { root in
                    root.provide(value: ClusterEtcd(client: client, prefix: "/fleet", host: "web1"))
                    root.provideItemsOnEtcd()
                }
                let settings = ["store": "etcd"]
                try await withPlugin(ItemsPlugin.self, settings: settings, root: root) { first in
                    try await withPlugin(ItemsPlugin.self, settings: settings, root: root) { second in
                        let (adding, items) = (ItemsClient(first.caller), ItemsClient(second.caller))
                        let tea = try await available { try await adding.add(title: "Tea", count: 1).item }
                        #expect(try await available { try await items.get(id: tea.id).item } == tea)
                        let watching = ItemsClient(try await second.connect())
                        var (replies, listed) = try await available {
                            var replies = watching.watch().makeAsyncIterator()
                            let listed = try await replies.next()?.item
                            return (replies, listed)
                        }
                        #expect(listed == tea)
                        #expect(try await replies.next()?.event == .ready)
                        let rice = try await available { try await adding.add(title: "Rice", count: 1).item }
                        #expect(try await replies.next()?.item == rice)
                        cluster.members[0].stop()
                        defer { cluster.members[0].resume() }
                        await #expect {
                            _ = try await items.get(id: tea.id)
                        } throws: { error in
                            guard case .storageUnavailable(let reason) = error as? ItemsError else { return false }
                            return reason.contains("etcdctl endpoint health")
                        }
                    }
                }
            }
        }
    }

    /// Repeats a call that changed nothing, because etcd took longer than the time limit of the plugin on a busy machine.
    private func available<Value>(_ call: () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await call()
            } catch ItemsError.storageUnavailable {}
        }
    }

    @Test("does not start without a cluster, and says what to do")
    func noCluster() async throws {
        let failure = await #expect(throws: HostFailure.self) {
            try await withPlugin(ItemsPlugin.self, settings: ["store": "etcd"], root: { $0.provideItemsOnEtcd() }) {
                _ in
            }
        }
        let text = "plugins.items.store is etcd, but the daemon belongs to no cluster"
        #expect(failure?.message.contains(text) == true)
        #expect(failure?.advice?.contains("cluster.etcd.endpoints") == true)
    }

    @Test("does not start in a program without a client of etcd, and says what to do")
    func noClient() async throws {
        let failure = await #expect(throws: HostFailure.self) {
            try await withPlugin(ItemsPlugin.self, settings: ["store": "etcd"]) { _ in }
        }
        let text = "plugins.items.store is etcd, but this program was built without the client of etcd"
        #expect(failure?.message.contains(text) == true)
        #expect(failure?.advice?.contains("make build") == true)
    }
}
