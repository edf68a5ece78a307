import Etcd
import EtcdTesting
import Testing

@Suite("Deadlines", .runsEtcd, .timeLimit(.minutes(2)))
struct DeadlineTests {
    @Test("end the calls to a silent member, and no calls of other clients")
    func silentMember() async throws {
        try await TestCluster.with { cluster in
            var configuration = cluster.configuration
            // An attempt without a deadline would exceed the time limit of the test.
            configuration.attemptTimeout = .seconds(3_600)
            try await withEtcd(configuration) { client in
                _ = try await putUntilDone(client, "k", "0")
                cluster.members[0].stop()
                let deadline = ContinuousClock.now + .milliseconds(200)
                let limited = client.limited(until: deadline)
                async let patient = client.get("k")
                let read = try await failure { _ = try await limited.get("k") }
                #expect(read.cause == .timedOut)
                #expect(read.outcome == .notDone)
                #expect(read.endpoint == cluster.members[0].endpoint)
                #expect(deadline <= .now)
                let write = try await failure {
                    try await client.limited(until: .now + .milliseconds(200)).put("written", "1")
                }
                #expect(write.cause == .timedOut)
                #expect(write.outcome == .unknown)
                cluster.members[0].resume()
                #expect(try await patient?.value == "0")
            }
        }
    }

    @Test("that have passed reject a call, which is not sent")
    func past() async throws {
        try await TestCluster.with { cluster in
            try await withEtcd(cluster.configuration) { client in
                let error = try await failure { try await client.limited(until: .now).put("k", "1") }
                #expect(error.cause == .timedOut)
                #expect(error.outcome == .notDone)
                #expect(try await client.get("k") == nil)
                // The last deadline counts.
                try await client.limited(until: .now).limited(until: .now + .seconds(3_600)).put("k", "1")
                #expect(try await client.get("k")?.value == "1")
            }
        }
    }
}
