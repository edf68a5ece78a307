import Etcd
import EtcdTesting
import Testing
import Trellis
import TrellisCluster

@testable import TrellisEtcd

@Suite("Candidates for a plugin", .runsEtcd, .timeLimit(.minutes(2)))
struct ElectionTests {
    @Test("are elected one after the other, each with a higher revision")
    func succession() async throws {
        try await TestCluster.with { etcd in
            let (first, second) = (try TestHost("web1", in: etcd), try TestHost("web2", in: etcd))
            try await first.run {
                try await second.run {
                    let old = try await first.standing { events in try #require(await events.token()) }
                    try await second.standing { events in
                        let new = try #require(await events.token())
                        #expect(new.revision > old.revision)
                        // The first host waits, and knows the holder.
                        try await first.standing { #expect(await $0.holder() == "web2") }
                    }
                    _ = try await first.standing { events in try #require(await events.token()) }
                }
            }
        }
    }

    @Test("know the new holder when the one before has withdrawn")
    func holder() async throws {
        try await TestCluster.with { etcd in
            let hosts = try ["web1", "web2", "web3"].map { try TestHost($0, in: etcd) }
            try await hosts[0].run {
                try await hosts[1].run {
                    try await hosts[2].run {
                        let elected = AsyncStream.makeStream(of: Void.self)
                        let waiting = AsyncStream.makeStream(of: Void.self)
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            group.addTask {
                                try await hosts[0].standing { events in
                                    _ = await events.token()
                                    elected.continuation.yield()
                                    for await _ in waiting.stream { return }
                                }
                            }
                            group.addTask {
                                for await _ in elected.stream { break }
                                try await hosts[1].standing { events in
                                    #expect(await events.holder() == "web1")
                                    try await hosts[2].standing { events in
                                        #expect(await events.holder() == "web1")
                                        waiting.continuation.yield()
                                        #expect(await events.holder() == "web2")
                                    }
                                }
                            }
                            try await group.waitForAll()
                        }
                    }
                }
            }
        }
    }

    @Test("stop before etcd deletes their key, when etcd does not respond")
    func silence() async throws {
        try await TestCluster.with { etcd in
            let host = try TestHost("web1", in: etcd)
            try await host.run {
                try await host.standing { events in
                    let token = try #require(await events.token())
                    etcd.members[0].stop()
                    #expect(await events.loss()?.hasPrefix("etcd has not confirmed the lease of this host for") == true)
                    etcd.members[0].resume()
                    let found = try await host.cluster.client.get(EtcdBytes(token.key))
                    #expect(found?.createRevision == token.revision)
                    let next = try #require(await events.token())
                    #expect(next.revision > token.revision)
                }
            }
        }
    }

    @Test("stop when an operator deletes their key")
    func deletion() async throws {
        try await TestCluster.with { etcd in
            let host = try TestHost("web1", in: etcd)
            try await host.run {
                try await host.standing { events in
                    let token = try #require(await events.token())
                    try await host.cluster.client.delete(.key(EtcdBytes(token.key)))
                    #expect(await events.loss() == "the key \(token.key) in etcd was deleted")
                    #expect(await events.token() != nil)
                }
            }
        }
    }

    @Test("cannot change etcd with the token of an earlier election")
    func fencing() async throws {
        try await TestCluster.with { etcd in
            let (first, second) = (try TestHost("web1", in: etcd), try TestHost("web2", in: etcd))
            try await first.run {
                try await second.run {
                    let client = second.cluster.client
                    func write(_ token: FencingToken) async throws -> Bool {
                        try await client.transaction(compare: [.isHeld(token)], success: [.put("summary", "1")])
                            .succeeded
                    }
                    let old = try await first.standing { events in
                        let token = try #require(await events.token())
                        #expect(try await write(token))
                        return token
                    }
                    try await second.standing { events in
                        let new = try #require(await events.token())
                        #expect(try await !write(old))
                        #expect(try await write(new))
                    }
                }
            }
        }
    }
}
