import Etcd
import EtcdTesting
import Foundation
import Items
import ItemsEtcd
import SystemPackage
import Trellis

/// Hosts that share the items in one etcd.
struct ItemFleet: Sendable {
    /// The prefix of the keys of the items.
    static let prefix = "/fleet/plugins/items/"

    let cluster: TestCluster
    let client: EtcdClient

    /// The folder with the files of the hosts.
    let folder: FilePath

    /// Runs etcd while a body uses it.
    ///
    /// - Parameters:
    ///   - count: The number of members.
    ///   - options: Further options of etcd.
    ///   - network: The first three numbers of the members' addresses.
    ///   - folder: The folder with the files of the hosts; nil for a temporary one.
    ///   - attemptTimeout: The time limit of each attempt of a call; nil for that of ``TestCluster``.
    ///   - body: The test.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or that of a start.
    static func with<Result: Sendable>(
        _ count: Int = 1, options: [String] = [], network: String = TestCluster.randomNetwork(),
        in folder: FilePath? = nil, attemptTimeout: Duration? = nil, _ body: (ItemFleet) async throws -> Result
    ) async throws -> Result {
        try await TestCluster.with(count, options: options, network: network) { cluster in
            var configuration = cluster.configuration
            if let attemptTimeout { configuration.attemptTimeout = attemptTimeout }
            return try await withEtcd(configuration) { client in
                if let folder { return try await body(ItemFleet(cluster: cluster, client: client, folder: folder)) }
                return try await TemporaryFolder.with { folder in
                    try await body(ItemFleet(cluster: cluster, client: client, folder: folder))
                }
            }
        }
    }

    /// Runs the store of a host.
    ///
    /// The host keeps its files when the body returns, so that it can be run again.
    ///
    /// - Parameters:
    ///   - name: The name of the host.
    ///   - timeLimit: The time limit of a call.
    ///   - body: The test, which begins when the host has read all items, and its history begins.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or that of the files.
    func withHost<Result>(
        _ name: String, timeLimit: Duration = .seconds(60), _ body: (EtcdItemStore) async throws -> Result
    ) async throws -> Result {
        let files = folder.appending(name)
        try FileManager.default.createDirectory(atPath: files.string, withIntermediateDirectories: true)
        let store = try EtcdItemStore(
            client: client, prefix: Self.prefix, plugin: .sample(in: files), clock: .system, logger: .silent,
            timeLimit: timeLimit)
        let result: Result
        do {
            while (try? await store.revision()) == nil {}
            result = try await body(store)
        } catch {
            try await store.close()
            throw error
        }
        try await store.close()
        return result
    }
}

/// Repeats a call until etcd is available.
func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
        do { return try await body() } catch is ItemStoreFailure {} catch ItemsError.storageUnavailable {}
        try Task.checkCancellation()
    }
}
