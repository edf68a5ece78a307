import Etcd
import EtcdTesting
import Items
import ItemsEtcd
import Testing
import Trellis

@Suite("Items in a full etcd", .runsEtcd, .timeLimit(.minutes(2)))
struct FullEtcdTests {
    @Test("reject changes, and list every acknowledged one")
    func quota() async throws {
        try await TestCluster.with(options: ["--quota-backend-bytes", "16777216"]) { cluster in
            try await withEtcd(cluster.configuration) { client in
                try await TemporaryFolder.with { folder in
                    let store = try EtcdItemStore(
                        client: client, prefix: "/items/", plugin: .sample(in: folder), clock: .system,
                        logger: .silent, timeLimit: .seconds(60))
                    // The largest batch fits into one request of etcd.
                    let batch = Array(
                        repeating: NewItem(title: String(repeating: "ä", count: 512), count: .max),
                        count: ItemBatch.maximumSize)
                    var added: [Item] = []
                    var failure: ItemStoreFailure?
                    while failure == nil {
                        do { added += try await store.add(batch) } catch let error as ItemStoreFailure {
                            failure = error
                        }
                    }
                    guard case .full(let reason) = failure else {
                        Issue.record("\(String(describing: failure))")
                        return try await store.close()
                    }
                    #expect(reason.contains("etcdctl alarm disarm"))
                    #expect(try await store.page(after: nil, filter: nil, limit: added.count + 1).items == added)
                    await #expect {
                        try await store.verify()
                    } throws: { error in
                        if case .full = error as? ItemStoreFailure { true } else { false }
                    }
                    try await store.close()
                }
            }
        }
    }

    @Test("reject a change that etcd does not accept, with the remedy, and change nothing")
    func largeChange() async throws {
        try await TestCluster.with(options: ["--max-request-bytes", "32768"]) { cluster in
            try await withEtcd(cluster.configuration) { client in
                try await TemporaryFolder.with { folder in
                    let store = try EtcdItemStore(
                        client: client, prefix: "/items/", plugin: .sample(in: folder), clock: .system,
                        logger: .silent, timeLimit: .seconds(60))
                    let new = NewItem(title: String(repeating: "a", count: 1_024), count: 1)
                    await #expect {
                        try await store.add(Array(repeating: new, count: 40))
                    } throws: { error in
                        guard case .tooLarge(let reason) = error as? ItemStoreFailure else { return false }
                        return reason.contains("make it in several parts, or raise --max-request-bytes")
                    }
                    #expect(try await store.page(after: nil, filter: nil, limit: 1).items.isEmpty)
                    _ = try await store.add(Array(repeating: new, count: 20))
                    try await store.close()
                }
            }
        }
    }
}
