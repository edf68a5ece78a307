import Etcd
import EtcdTesting
import Foundation
import SystemPackage
import TrellisHost
import TrellisTesting

@testable import TrellisEtcd

/// A host of a cluster, without a daemon.
struct TestHost: Sendable {
    let cluster: ClusterOnEtcd

    /// Creates a host.
    init(_ name: String, in etcd: TestCluster, lease: Duration = .seconds(6)) throws {
        let endpoints = etcd.members.map { "http://\($0.endpoint)" }
        cluster = try ClusterOnEtcd(
            ClusterConfiguration(name: name, etcd: ClusterConfiguration.Etcd(endpoints: endpoints, lease: lease)),
            in: .test(in: FilePath("/nonexistent")))
    }

    /// Runs a body while the host is registered, and waits for the deregistration.
    func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        let description = ClusterHost(
            name: cluster.name, address: "\(cluster.name).example.org",
            since: Date(timeIntervalSince1970: 1_800_000_000), version: "9.9.9", plugins: ["digest"], holds: [])
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await cluster.run(describing: { description }, after: AsyncStream { _ in }) }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    /// Runs a body while the host stands for the plugin `digest`, and waits for the withdrawal.
    func standing<Result: Sendable>(
        _ body: (AsyncStream<CandidacyEvent>) async throws -> Result
    ) async throws -> Result {
        let (events, continuation) = AsyncStream.makeStream(of: CandidacyEvent.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await cluster.stand(for: "digest") { continuation.yield($0) } }
            defer { group.cancelAll() }
            return try await body(events)
        }
    }
}

extension AsyncStream<CandidacyEvent> {
    /// Waits for the election.
    func token() async -> FencingToken? {
        for await event in self { if case .elected(let token) = event { return token } }
        return nil
    }

    /// Waits until the host has lost an election, and returns the reason.
    func loss() async -> String? {
        for await event in self { if case .lost(let reason) = event { return reason } }
        return nil
    }

    /// Waits for the name of the host that runs the plugin.
    func holder() async -> String? {
        for await event in self { if case .waiting(_, let holder?) = event { return holder } }
        return nil
    }
}
