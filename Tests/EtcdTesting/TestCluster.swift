package import Etcd
import Foundation
package import Testing

/// A cluster of etcd in a temporary folder, by default on the loopback interface.
package struct TestCluster: Sendable {
    /// The program of Debian's package etcd-server.
    package static let etcd = "/usr/bin/etcd"

    package let members: [TestMember]

    /// The configuration of a client without TLS, whose time limit allows for many tests on few processors.
    package var configuration: EtcdConfiguration {
        var configuration = EtcdConfiguration(endpoints: members.map(\.endpoint))
        configuration.attemptTimeout = .seconds(30)
        return configuration
    }

    /// The first three numbers of a loopback address.
    ///
    /// Every address in 127.0.0.0/8 is local, so each member has the ports of etcd on an address of its own.
    package static func randomNetwork() -> String { "127.\(Int.random(in: 1...254)).\(Int.random(in: 0...255))" }

    /// Runs a cluster while `body` uses it.
    ///
    /// - Parameters:
    ///   - count: The number of members.
    ///   - options: Further options of etcd.
    ///   - scheme: `http`, or `https` for connections of clients with TLS.
    ///   - network: The first three numbers of the members' addresses.
    ///   - wrapper: Returns the command line of a program that starts the member with a name. Default: none.
    ///   - body: The test. Its cluster is killed when it returns.
    /// - Returns: The result of `body`.
    /// - Throws: ``StartError``, or an error of `body`.
    @discardableResult
    package static func with<Result: Sendable>(
        _ count: Int = 1, options: [String] = [], scheme: String = "http", network: String = randomNetwork(),
        under wrapper: (String) -> [String] = { _ in [] },
        _ body: (TestCluster) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "etcd-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let cluster = TestCluster(members: (1...count).map { TestMember(name: "m\($0)", address: "\(network).\($0)") })
        let initial = cluster.members.map { "\($0.name)=http://\($0.endpoint.host):2380" }.joined(separator: ",")
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for member in cluster.members {
                let peers = "http://\(member.endpoint.host):2380"
                let clients = "\(scheme)://\(member.endpoint)"
                let wrapper = wrapper(member.name)
                group.addTask {
                    try await member.run(
                        [
                            "--name", member.name, "--data-dir", folder.appending(path: member.name).path, "--pre-vote",
                            "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
                            "--listen-client-urls", clients, "--advertise-client-urls", clients,
                            "--initial-cluster", initial, "--heartbeat-interval", "50", "--election-timeout", "500",
                            "--logger", "zap", "--log-level", "info",
                        ] + options, under: wrapper)
                }
            }
            defer { for member in cluster.members { member.end() } }
            for member in cluster.members { try await member.waitUntilServing() }
            return try await body(cluster)
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests that run etcd: skips these tests, with the reason, when it is not installed.
    package static var runsEtcd: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: TestCluster.etcd), "requires Debian's package etcd-server")
    }
}
