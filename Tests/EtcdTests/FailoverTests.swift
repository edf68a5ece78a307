import Etcd
import Testing

@Suite("Failover", .runsEtcd, .timeLimit(.minutes(5)))
struct FailoverTests {
    /// A cluster of three whose members are known: the leader, the follower that the client calls first, and the other one.
    private struct Trio {
        let leader: TestMember
        let first: TestMember
        let second: TestMember
        let configuration: EtcdConfiguration
    }

    /// Runs a cluster of three and a client that calls a follower first, with a short time limit of attempts.
    private func withTrio(_ body: (Trio, EtcdClient) async throws -> Void) async throws {
        try await TestCluster.with(3) { cluster in
            let leader = try await withEtcd(cluster.configuration) { client in
                let statuses = try await cluster.members.asyncMap { try await client.status(of: $0.endpoint) }
                let leader = try #require(statuses.compactMap(\.leader).first)
                return try #require(statuses.first { $0.member == leader }).endpoint
            }
            let followers = cluster.members.filter { $0.endpoint != leader }
            var configuration = EtcdConfiguration(endpoints: followers.map(\.endpoint) + [leader])
            configuration.attemptTimeout = .seconds(1)
            let trio = Trio(
                leader: try #require(cluster.members.first { $0.endpoint == leader }), first: followers[0],
                second: followers[1], configuration: configuration)
            try await withEtcd(configuration) { client in try await body(trio, client) }
        }
    }

    /// Sets a key until it is certain that it is set.
    ///
    /// - Returns: The errors before.
    private func putUntilDone(_ client: EtcdClient, _ key: EtcdBytes) async throws -> [EtcdError] {
        var errors: [EtcdError] = []
        while true {
            do {
                try await client.put(key, "1")
                return errors
            } catch { errors.append(error) }
        }
    }

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
            try await client.put("k", "0")
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
            try await client.put("k", "0")
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
            #expect(!errors.isEmpty)
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
            try await client.put("k", "0")
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
                let first = try await writer.put("k", "0").revision
                try await client.withWatch(.key("k"), from: first) { watch in
                    var updates = watch.makeAsyncIterator()
                    #expect(try await updates.next() == .connected(trio.first.endpoint, from: first))
                    for value in 1..<50 { try await writer.put("k", EtcdBytes("\(value)")) }
                    var seen = try await events(20, of: watch)
                    trio.first.kill()
                    for value in 50..<100 { try await writer.put("k", EtcdBytes("\(value)")) }
                    var interruptions: [EtcdError] = []
                    while seen.count < 100, let update = try await updates.next() {
                        switch update {
                        case .events(let events, _): seen += events
                        case .interrupted(let error): interruptions.append(error)
                        case .connected(let endpoint, let revision):
                            #expect(endpoint != trio.first.endpoint)
                            #expect(revision == first + Int64(seen.count))
                        default: throw Unexpected(update)
                        }
                    }
                    #expect(seen.map(\.revision) == (0..<100).map { first + $0 })
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
                guard case .connected(trio.first.endpoint, let start)? = try await updates.next() else {
                    throw Unexpected("not connected")
                }
                trio.second.stop()
                trio.leader.stop()
                guard case .interrupted(let error)? = try await updates.next() else {
                    throw Unexpected("not interrupted")
                }
                #expect(error.cause == .noLeader)
                trio.second.resume()
                trio.leader.resume()
                let errors = try await putUntilDone(client, "k")
                let event = try await firstEvent(of: watch)
                #expect(event.revision >= start)
                #expect(errors.allSatisfy { $0.outcome != .done })
            }
        }
    }

    @Test("a watch of a stopped member continues at another one")
    func watchOfStoppedMember() async throws {
        try await withTrio { trio, client in
            try await client.withWatch(.key("k")) { watch in
                var updates = watch.makeAsyncIterator()
                guard case .connected(trio.first.endpoint, let start)? = try await updates.next() else {
                    throw Unexpected("not connected")
                }
                trio.first.stop()
                // The pings of the connection find out, after 10 and 3 seconds.
                guard case .interrupted(let error)? = try await updates.next() else {
                    throw Unexpected("not interrupted")
                }
                #expect(error.cause == .unavailable)
                #expect(try await updates.next() == .connected(trio.second.endpoint, from: start))
                trio.first.resume()
            }
        }
    }
}

extension Sequence {
    /// Returns the results of an asynchronous closure for each element, one after the other.
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
