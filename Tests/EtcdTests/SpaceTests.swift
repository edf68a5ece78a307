import Etcd
import EtcdTesting
import Testing

@Suite("Full database", .runsEtcd, .runs(TestCluster.etcdctl, of: "etcd-client"), .timeLimit(.minutes(2)))
struct SpaceTests {
    @Test(
        "a full database rejects writes with an unknown outcome, and accepts them again after the steps of etcd's manual"
    )
    func quota() async throws {
        try await TestCluster.with(options: ["--quota-backend-bytes", "16777216"]) { cluster in
            try await withEtcd(cluster.configuration) { client in
                let value = EtcdBytes(repeatElement(7, count: 1_000_000))
                var accepted = 0
                let error = try await failure {
                    while true {
                        try await client.put(EtcdBytes("k\(accepted)"), value)
                        accepted += 1
                    }
                }
                #expect(error.cause == .noSpace)
                #expect(error.outcome == .unknown)
                #expect(try await failure { _ = try await client.grant(.seconds(60)) }.cause == .noSpace)
                #expect(try await failure { try await client.transaction(success: [.put("k", "1")]) }.cause == .noSpace)
                let status = try await client.status()
                #expect(status.hasNoSpaceAlarm)
                #expect(!status.hasCorruptionAlarm)
                #expect(status.databaseSize > 10_000_000)

                let deleted = try await client.delete(.prefix("k"))
                // The put that exceeds the quota may have been applied.
                #expect([accepted, accepted + 1].contains(deleted.count))
                try await client.compact(to: deleted.revision)
                try await cluster.etcdctl("defrag")
                try await cluster.etcdctl("alarm", "disarm")
                try await client.put("k", "1")
                #expect(try await !client.status().hasNoSpaceAlarm)
            }
        }
    }
}
