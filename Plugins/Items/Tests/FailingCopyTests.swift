import Etcd
import EtcdTesting
import Items
import ItemsEtcd
import Testing
import TrellisCluster
import TrellisTesting

@Suite("A watch on a host whose copy cannot be written", .runsEtcd, .timeLimit(.minutes(2)))
struct FailingCopyTests {
    @Test("reports additions and updates at once, deletions afterwards, and every change once and in order")
    func reports() async throws {
        try await TestCluster.with { cluster in
            try await withEtcd(cluster.configuration) { client in
                let root: @Sendable (inout Blueprint) -> Void = { root in
                    root.provide(value: ClusterEtcd(client: client, prefix: "/fleet", host: "web1"))
                    root.provideItemsOnEtcd()
                }
                let settings = ["store": "etcd"]
                try await withPlugin(ItemsPlugin.self, settings: settings, root: root) { first in
                    try await withPlugin(ItemsPlugin.self, settings: settings, root: root) { second in
                        let adding = ItemsClient(first.caller)
                        let tea = try await available { try await adding.add(title: "Tea", count: 1).item }
                        let watching = ItemsClient(try await second.connect())
                        var changes = try await available {
                            var changes = watching.watch().makeAsyncIterator()
                            while try await changes.next()?.event != .ready {}
                            return changes
                        }
                        try second.inject("error(EIO)", at: "sqlite.commit")
                        let rice = try await available { try await adding.add(title: "Rice", count: 1).item }
                        #expect(try await changes.next()?.item == rice)
                        // The host reads the same changes again until it can write them, with those that follow.
                        let more = try await available {
                            try await adding.update(id: rice.id, title: nil, count: 2).item
                        }
                        #expect(try await changes.next()?.item == more)
                        _ = try await available { try await adding.delete(id: tea.id) }
                        try second.inject("off", at: "sqlite.commit")
                        let deletion = try #require(try await changes.next())
                        #expect(deletion.event == .deleted)
                        #expect(deletion.item?.id == tea.id)
                        let salt = try await available { try await adding.add(title: "Salt", count: 1).item }
                        #expect(try await changes.next()?.item == salt)
                        let list = try await available { try await collect(ItemsClient(second.caller).list()) }
                        #expect(list.map(\.item) == [more, salt])
                    }
                }
            }
        }
    }

    /// Repeats a call that changed nothing, because etcd took longer than the time limit of the plugin on a busy machine.
    private func available<Value>(_ call: () async throws -> Value) async throws -> Value {
        while true {
            do { return try await call() } catch ItemsError.storageUnavailable {}
        }
    }
}
