import Etcd
import EtcdTesting
import Foundation
import Testing
import Trellis
import TrellisCluster
import TrellisTesting

@testable import Summaries

@Suite("Summaries", .runsEtcd, .timeLimit(.minutes(2)))
struct SummariesTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    private func summary(_ number: Int, by host: String = "web1", changes: Summary.Changes? = nil) -> Summary {
        Summary(
            number: number, time: Self.time + Double(number), host: host, items: number, total: 2 * number,
            revision: 3 * number, changes: changes)
    }

    /// Runs a body with the store and the client of a host.
    private func withStore(
        of host: String, in etcd: TestCluster, _ body: (EtcdSummaryStore, ClusterEtcd) async throws -> Void
    ) async throws {
        try await withEtcd(etcd.configuration) { client in
            let access = ClusterEtcd(client: client, prefix: "/trellis", host: host)
            let plugin = HostEnvironment.test(in: "/nonexistent").environment(for: "summaries")
            try await body(EtcdSummaryStore(etcd: access, plugin: plugin), access)
        }
    }

    /// Runs the plugin with the access of a host.
    private func withSummaries(
        _ access: ClusterEtcd, _ body: (DigestClient) async throws -> Void
    ) async throws {
        try await withPlugin(SummariesPlugin.self, root: { $0.provide(value: access) }) { plugin in
            try await body(DigestClient(plugin.caller))
        }
    }

    /// Creates the key of a candidacy, as an election does.
    private func elect(_ key: String, _ client: EtcdClient) async throws -> FencingToken {
        FencingToken(key: key, revision: try await client.put(EtcdBytes(key), "web1").revision)
    }

    @Test("are the same on every host, the newest one first")
    func reading() async throws {
        try await TestCluster.with { etcd in
            try await withStore(of: "web1", in: etcd) { store, first in
                try await withStore(of: "web2", in: etcd) { _, second in
                    let changes = Summary.Changes(added: 2, updated: 1, deleted: 3)
                    for number in 1...12 {
                        try await store.append(summary(number, changes: changes), keeping: 100, as: nil)
                    }
                    for access in [first, second] {
                        try await withSummaries(access) { digest in
                            let newest = try await digest.show().summary
                            #expect(newest.number == 12)
                            #expect(newest.time == "2027-01-15T08:00:12.000Z")
                            #expect(newest.host == "web1")
                            #expect((newest.items, newest.total, newest.revision) == (12, 24, 36))
                            #expect(newest.changes == .init(added: 2, updated: 1, deleted: 3))
                            var numbers: [Int?] = []
                            for try await reply in digest.history(limit: 3) { numbers.append(reply.summary?.number) }
                            #expect(numbers == [12, 11, 10])
                        }
                    }
                }
            }
        }
    }

    @Test("are pruned with the summary that follows")
    func pruning() async throws {
        try await TestCluster.with { etcd in
            try await withStore(of: "web1", in: etcd) { store, _ in
                for number in 1...5 { try await store.append(summary(number), keeping: 4, as: nil) }
                #expect(try await store.newest(100).map(\.number) == [5, 4, 3, 2])
                // The number of kept summaries has been reduced.
                try await store.append(summary(6), keeping: 2, as: nil)
                #expect(try await store.newest(100) == [summary(6), summary(5)])
            }
        }
    }

    @Test("are written only by the host that was elected last, and once for each number")
    func fencing() async throws {
        try await TestCluster.with { etcd in
            try await withStore(of: "web1", in: etcd) { store, access in
                let old = try await elect("/trellis/placement/digest/1", access.client)
                try await store.append(summary(1), keeping: 2, as: old)
                try await access.client.delete(.key(EtcdBytes(old.key)))
                let new = try await elect("/trellis/placement/digest/2", access.client)
                await #expect(throws: SummaryStoreError.superseded(number: 2)) {
                    try await store.append(summary(2), keeping: 2, as: old)
                }
                try await store.append(summary(2, by: "web2"), keeping: 2, as: new)
                await #expect(throws: SummaryStoreError.superseded(number: 2)) {
                    try await store.append(summary(2), keeping: 2, as: new)
                }
                #expect(try await store.newest(100) == [summary(2, by: "web2"), summary(1)])
            }
        }
    }

    @Test("are missing before the first one")
    func missing() async throws {
        try await TestCluster.with { etcd in
            try await withStore(of: "web1", in: etcd) { _, access in
                try await withSummaries(access) { digest in
                    await #expect(throws: DigestError.noSummary) { try await digest.show() }
                    for try await reply in digest.history() { #expect(reply.summary == nil) }
                    await #expect(throws: ServiceError.invalidParameter(parameter: "limit")) {
                        for try await _ in digest.history(limit: 0) {}
                    }
                }
            }
        }
    }

    @Test("cannot be read without etcd, or when a value is damaged; the error has the remedy")
    func failures() async throws {
        try await TestCluster.with { etcd in
            try await withStore(of: "web1", in: etcd) { _, access in
                try await withSummaries(access) { digest in
                    try await access.client.put("/trellis/plugins/summaries/0000000001", "{}")
                    let damaged = await #expect(throws: DigestError.self) { try await digest.show() }
                    #expect("\(try #require(damaged))".contains("etcdctl del /trellis/plugins/summaries/0000000001"))
                    etcd.members[0].kill()
                    let silent = await #expect(throws: DigestError.self) { try await digest.show() }
                    #expect("\(try #require(silent))".contains("etcdctl endpoint health"))
                }
            }
        }
    }

    @Test("require a cluster")
    func noCluster() async throws {
        let failure = await #expect(throws: (any Error).self) {
            try await withPlugin(SummariesPlugin.self) { _ in }
        }
        #expect("\(try #require(failure))".contains("the plugin summaries requires a cluster"))
    }
}
