import Etcd
import EtcdTesting
import Testing

@Suite("Leases", .runsEtcd, .timeLimit(.minutes(2)))
struct LeaseTests {
    @Test("the keys of a lease that is not renewed are deleted")
    func expiry() async throws {
        try await withCluster { client in
            let lease = try await client.grant(.seconds(3))
            #expect(lease.timeToLive == .seconds(3))
            let created = try await client.transaction(
                success: [.put("holder", "me", lease: lease.id), .get("holder")])
            guard case .range(let read) = created.results.last else { throw Unexpected(created.results) }
            #expect(read.keyValues.map(\.lease) == [lease.id])
            let deleted = try await client.withWatch(.key("holder"), from: created.revision + 1) { watch in
                try await firstEvent(of: watch)
            }
            #expect(deleted.kind == .delete)
            #expect(deleted.key == "holder")
            #expect(ContinuousClock.now - lease.sent >= lease.timeToLive)
            #expect(try await client.timeToLive(of: lease.id) == nil)
            #expect(try await failure { _ = try await client.keepAlive(lease.id) }.cause == .leaseNotFound)
            let late = try await failure { try await client.put("holder", "me", lease: lease.id) }
            #expect(late.cause == .leaseNotFound)
            #expect(late.outcome == .notDone)
        }
    }

    @Test("a renewal starts the time to live again, from the time of its request")
    func renewal() async throws {
        try await withCluster { client in
            let lease = try await client.grant(.seconds(60))
            #expect(lease.timeToLive == .seconds(60))
            let before = ContinuousClock.now
            let renewed = try await client.keepAlive(lease.id)
            #expect(renewed.id == lease.id)
            #expect(renewed.timeToLive == .seconds(60))
            #expect(renewed.sent >= before)
            #expect(renewed.sent <= .now)
            #expect(try #require(try await client.timeToLive(of: lease.id)) > .seconds(30))
        }
    }

    @Test("a revoked lease deletes its keys, and revoking it again is not an error")
    func revocation() async throws {
        try await withCluster { client in
            let lease = try await client.grant(.seconds(60)).id
            try await client.put("holder", "me", lease: lease)
            try await client.revoke(lease)
            #expect(try await client.get("holder") == nil)
            try await client.revoke(lease)
        }
    }

    @Test("a lease with the identifier of another one is rejected")
    func sameIdentifier() async throws {
        try await withCluster { client in
            let lease = try await client.grant(.seconds(60)).id
            let again = try await failure { _ = try await client.grant(.seconds(60), id: lease) }
            #expect(again.cause == .leaseExists)
            #expect(again.outcome == .notDone)
        }
    }
}
