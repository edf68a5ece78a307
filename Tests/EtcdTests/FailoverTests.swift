import Etcd
import EtcdTesting
import Testing

@Suite("Failover", .runsEtcd, .serialized, .timeLimit(.minutes(2)))
struct FailoverTests {
    @Test("a killed member is replaced by the next one, without an error")
    func killedFollower() async throws {
        try await withTrio { trio, client in
            #expect(try await client.status().endpoint == trio.first.endpoint)
            trio.first.kill()
            // The connection to the killed member is closed at some time; a request on it may be lost.
            let errors = try await putUntilDone(client, "k")
            #expect(errors.allSatisfy { $0.outcome == .unknown && $0.endpoint == trio.first.endpoint })
            #expect(try await client.get("k")?.value == "1")
            #expect(try await client.status().endpoint == trio.second.endpoint)
            #expect(try await client.members().count == 3)
        }
    }

    @Test("a read at a stopped member is repeated at the next one; a write has an unknown outcome")
    func stoppedFollower() async throws {
        try await withTrio { trio, client in
            _ = try await putUntilDone(client, "k", "0")
            trio.first.stop()
            let write = try await failure { try await client.put("k", "1") }
            #expect(write.cause == .timedOut)
            #expect(write.outcome == .unknown)
            #expect(write.endpoint == trio.first.endpoint)
            // The next call avoids the member.
            try await client.put("other", "1")
            trio.second.stop()
            trio.first.resume()
            #expect(try await client.get("other")?.value == "1")
            trio.second.resume()
        }
    }

    @Test("a request that was not sent to a stopped member is repeated at the next one")
    func stoppedBeforeConnecting() async throws {
        try await withTrio { trio, client in
            trio.first.stop()
            try await client.put("k", "1")
            #expect(try await client.get("k")?.value == "1")
            trio.first.resume()
        }
    }

    @Test(
        "a write while the leader is stopped has an unknown outcome, and later ones succeed", arguments: [true, false])
    func leaderFails(isKilled: Bool) async throws {
        try await withTrio { trio, client in
            _ = try await putUntilDone(client, "k", "0")
            let lease = try await client.grant(.seconds(60)).id
            if isKilled { trio.leader.kill() } else { trio.leader.stop() }
            let errors = try await putUntilDone(client, "k")
            for error in errors {
                switch error.cause {
                case .noLeader, .tooManyRequests: #expect(error.outcome == .notDone, "\(error)")
                case .timedOut, .requestLost, .leaderChanged, .unavailable:
                    #expect(error.outcome == .unknown, "\(error)")
                default: throw Unexpected(error)
                }
            }
            // After a crash, the follower notices the closed connection, and may find the new leader in time.
            #expect(isKilled || !errors.isEmpty)
            #expect(try await client.get("k")?.value == "1")
            #expect(try await client.keepAlive(lease).timeToLive == .seconds(60))
            let status = try await client.status(of: trio.second.endpoint)
            #expect(status.leader != nil)
            #expect(!status.hasNoSpaceAlarm && !status.hasCorruptionAlarm)
            trio.leader.resume()
        }
    }

    @Test("without a quorum, calls fail at once and change nothing; serializable reads and the status work")
    func noQuorum() async throws {
        try await withTrio { trio, client in
            _ = try await putUntilDone(client, "k", "0")
            trio.second.stop()
            trio.leader.stop()
            while try await client.status(of: trio.first.endpoint).leader != nil {}
            var alone = trio.configuration
            alone.endpoints = [trio.first.endpoint]
            try await withEtcd(alone) { client in
                let write = try await failure { try await client.put("k", "1") }
                #expect(write.cause == .noLeader)
                #expect(write.outcome == .notDone)
                #expect(try await failure { _ = try await client.get("k") }.cause == .noLeader)
                #expect(try await failure { _ = try await client.grant(.seconds(60)) }.outcome == .notDone)
                #expect(try await client.get("k", serializable: true)?.value == "0")
                #expect(try await client.status().leader == nil)
            }
            trio.second.resume()
            trio.leader.resume()
            let errors = try await putUntilDone(client, "k")
            #expect(errors.allSatisfy { $0.outcome != .done })
        }
    }

    @Test("a cluster that cannot be reached is an error, and nothing is done")
    func unreachable() async throws {
        let configuration = EtcdConfiguration(
            endpoints: ["127.0.0.1", "127.0.0.2"].map { EtcdEndpoint(host: $0, port: 1) })
        try await withEtcd(configuration) { client in
            let error = try await failure { try await client.put("k", "1") }
            #expect(error.cause == .unavailable)
            #expect(error.outcome == .notDone)
            #expect(error.endpoint == configuration.endpoints[1])
        }
    }

    @Test("a watch continues without loss and repetition when its member is killed")
    func watchOfKilledMember() async throws {
        try await withTrio { trio, client in
            var others = trio.configuration
            others.endpoints = [trio.second.endpoint, trio.leader.endpoint]
            try await withEtcd(others) { writer in
                // A put that is repeated, because its outcome is unknown, is an event of its own.
                func write(_ values: Range<Int>) async throws {
                    for value in values { _ = try await putUntilDone(writer, "k", EtcdBytes("\(value)")) }
                }
                let first = try await writer.range(.all).revision + 1
                try await write(0..<1)
                try await client.withWatch(.key("k"), from: first) { watch in
                    var updates = watch.makeAsyncIterator()
                    #expect(try await updates.next() == .connected(trio.first.endpoint, from: first))
                    try await write(1..<50)
                    var seen = try await events(20, of: watch)
                    trio.first.kill()
                    try await write(50..<100)
                    var interruptions: [EtcdError] = []
                    while seen.last?.keyValue.value != "99", let update = try await updates.next() {
                        switch update {
                        case .events(let events, _): seen += events
                        case .interrupted(let error): interruptions.append(error)
                        case .connected(let endpoint, let revision):
                            #expect(endpoint != trio.first.endpoint)
                            #expect(revision == first + Int64(seen.count))
                        default: throw Unexpected(update)
                        }
                    }
                    #expect(seen.map(\.revision) == seen.indices.map { first + Int64($0) })
                    #expect(Set(seen.map(\.keyValue.value)) == Set((0..<100).map { EtcdBytes("\($0)") }))
                    #expect(interruptions.map(\.cause) == [.unavailable])
                }
            }
        }
    }

    @Test("a watch of a member that loses its leader is interrupted, and continues")
    func watchWithoutLeader() async throws {
        try await withTrio { trio, client in
            try await client.withWatch(.key("k")) { watch in
                var updates = watch.makeAsyncIterator()
                let (endpoint, start) = try await connection(of: &updates)
                let others = trio.others(than: endpoint)
                for member in others { member.stop() }
                guard case .interrupted(let error)? = try await updates.next() else {
                    throw Unexpected("not interrupted")
                }
                #expect(error.cause == .noLeader, "\(error)")
                for member in others { member.resume() }
                let errors = try await putUntilDone(client, "k")
                let event = try await firstEvent(of: watch)
                #expect(event.revision >= start)
                #expect(errors.allSatisfy { $0.outcome != .done })
            }
        }
    }
}

/// Apart from the others, because it takes as long as they do together.
@Suite("Failover of a silent member", .runsEtcd, .timeLimit(.minutes(2)))
struct SilentMemberTests {
    @Test("a watch of a stopped member continues at another one")
    func watchOfStoppedMember() async throws {
        try await withTrio { trio, client in
            try await client.withWatch(.key("k")) { watch in
                var updates = watch.makeAsyncIterator()
                let (endpoint, start) = try await connection(of: &updates)
                let member = try #require(trio.members.first { $0.endpoint == endpoint })
                member.stop()
                // The pings of the connection find out, after 10 and 3 seconds.
                guard case .interrupted(let error)? = try await updates.next() else {
                    throw Unexpected("not interrupted")
                }
                #expect(error.cause == .unavailable)
                let next = try await connection(of: &updates)
                #expect(next.endpoint != endpoint && next.start == start)
                member.resume()
            }
        }
    }
}
