import Etcd
import EtcdTesting
import Foundation
import Synchronization
import Testing
import Trellis
import TrellisHost

@testable import TrellisEtcd

@Suite("The hosts of a cluster", .runsEtcd, .timeLimit(.minutes(2)))
struct RegistrationTests {
    /// Waits until the hosts have the given names.
    private func wait(for names: [String], at host: TestHost) async throws {
        let range = EtcdKeyRange.prefix(host.cluster.keys.hosts)
        try await host.cluster.client.withWatch(range) { watch in
            for try await _ in watch where try await host.cluster.hosts().map(\.name) == names { return }
        }
    }

    @Test("are listed while they run")
    func list() async throws {
        try await TestCluster.with { etcd in
            let (first, second) = (try TestHost("web1", in: etcd), try TestHost("web2", in: etcd))
            try await first.run {
                try await second.run {
                    try await wait(for: ["web1", "web2"], at: first)
                    #expect(try await first.cluster.hosts().map(\.address) == ["web1.example.org", "web2.example.org"])
                }
                #expect(try await first.cluster.hosts().map(\.name) == ["web1"])
            }
        }
    }

    @Test("have different names, unless they are on one machine")
    func conflict() async throws {
        try await TestCluster.with { etcd in
            let host = try TestHost("web1", in: etcd)
            try await withEtcd(etcd.configuration) { client in
                var other = HostRecord(
                    of: ClusterHost(
                        name: "web1", address: "elsewhere", since: Date(timeIntervalSince1970: 0), version: "1"),
                    process: "another process")
                other.machine = "another machine"
                try await client.put(host.cluster.keys.host("web1"), other.json)
                let problems = host.cluster.problemChanged.changes()
                try await host.run {
                    for await _ in problems where host.cluster.problem != nil { break }
                    #expect(
                        host.cluster.problem
                            == "another machine is registered as web1: set cluster.name on one of them, and restart it")
                    try await client.delete(.key(host.cluster.keys.host("web1")))
                    for await _ in problems where host.cluster.problem == nil { break }
                    #expect(try await host.cluster.hosts().map(\.address) == ["web1.example.org"])
                }
            }
        }
    }

    @Test("are listed again when another program has deleted their registration")
    func deletion() async throws {
        try await TestCluster.with { etcd in
            let host = try TestHost("web1", in: etcd)
            try await host.run {
                try await wait(for: ["web1"], at: host)
                _ = try await withEtcd(etcd.configuration) { client in
                    try await client.delete(.key(host.cluster.keys.host("web1")))
                }
                try await wait(for: ["web1"], at: host)
                #expect(host.cluster.problem == nil)
            }
        }
    }

    @Test("are listed again after a copy of their machine with the same name, which both of them report")
    func twin() async throws {
        try await TestCluster.with { etcd in
            let (host, copy) = (try TestHost("web1", in: etcd), try TestHost("web1", in: etcd))
            try await host.run {
                try await wait(for: ["web1"], at: host)
                let problems = host.cluster.problemChanged.changes(isInitiallySignaled: true)
                try await copy.run {
                    try await reportTwin(host, beside: copy)
                    // The replaced one registers again if the other one loses its lease.
                    let found = try await host.cluster.client.get(host.cluster.keys.host("web1"))
                    try await host.cluster.client.revoke(#require(found?.lease))
                    try await reportTwin(copy, beside: host)
                }
                for await _ in problems where host.cluster.problem == nil { break }
                #expect(try await processes(at: host) == [host.cluster.process])
            }
        }
    }

    /// Waits until a host is replaced by its twin, and both of them report it.
    private func reportTwin(_ replaced: TestHost, beside twin: TestHost) async throws {
        let (client, keys) = (twin.cluster.client, twin.cluster.keys)
        let problem = "another daemon is registered as web1, on this machine or on a copy of it: "
        while try await client.get(keys.twin("web1"))?.value != EtcdBytes(replaced.cluster.process) {}
        for host in [replaced, twin] {
            for await _ in host.cluster.problemChanged.changes(isInitiallySignaled: true)
            where host.cluster.problem?.hasPrefix(problem) == true { break }
        }
        #expect(try await processes(at: twin) == [twin.cluster.process])
    }

    @Test("replace the registration of a process that was killed, without a problem")
    func restart() async throws {
        try await TestCluster.with { etcd in
            try await withEtcd(etcd.configuration) { client in
                let host = try TestHost("web1", in: etcd, lease: .seconds(2))
                let lease = try await client.grant(.seconds(3))
                let killed = HostRecord(
                    of: ClusterHost(
                        name: "web1", address: "web1", since: Date(timeIntervalSince1970: 0), version: "1"),
                    process: "killed")
                try await client.put(host.cluster.keys.host("web1"), killed.json, lease: lease.id)
                let problems = host.cluster.problemChanged.changes()
                try await host.run {
                    while try await processes(at: host) != [host.cluster.process] {}
                    // Until after the end of the lease of the killed process.
                    while try await client.timeToLive(of: lease.id) != nil {}
                    #expect(host.cluster.problem == nil)
                }
                host.cluster.problemChanged.finish()
                for await _ in problems { Issue.record("a problem was reported") }
            }
        }
    }

    /// The processes of the registered hosts.
    private func processes(at host: TestHost) async throws -> [String] {
        let found = try await host.cluster.client.range(.prefix(host.cluster.keys.hosts))
        return try found.keyValues.compactMap { try HostRecord(json: $0.value).process }
    }

    @Test("are unknown while etcd does not respond, with the remedy")
    func unavailable() async throws {
        try await TestCluster.with { etcd in
            let host = try TestHost("web1", in: etcd)
            try await host.run {
                try await wait(for: ["web1"], at: host)
                etcd.members[0].kill()
                let error = await #expect(throws: ClusterUnavailable.self) { _ = try await host.cluster.hosts() }
                #expect(error?.description.hasPrefix("etcd does not respond (\(etcd.members[0].endpoint)") == true)
                #expect(error?.description.hasSuffix("'etcdctl endpoint health', and the network") == true)
            }
        }
    }
}
