import BenchmarkSupport
import Etcd
import Foundation
import Items
import ItemsEtcd
import Trellis
import TrellisCluster
import TrellisTesting

/// Measures listing 1,000 of 10,000 items with `stale`, from a host's copy of etcd, compared with a list in SQLite.
func measureStaleLists() async throws {
    let program = "/usr/bin/etcd"
    guard FileManager.default.isExecutableFile(atPath: program) else {
        FileHandle.standardError.write(Data("stale lists are not measured: \(program) is not installed\n".utf8))
        return
    }
    let endpoint = EtcdEndpoint(host: "127.\(Int.random(in: 1...254)).\(Int.random(in: 0...255)).1")
    let folder = FileManager.default.temporaryDirectory.appending(path: "etcd-\(UUID().uuidString)")
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
        "--data-dir", folder.path, "--log-level", "fatal", "--logger", "zap",
        "--listen-client-urls", "http://\(endpoint)", "--advertise-client-urls", "http://\(endpoint)",
        "--listen-peer-urls", "http://\(endpoint.host):2380", "--initial-advertise-peer-urls",
        "http://\(endpoint.host):2380", "--initial-cluster", "default=http://\(endpoint.host):2380",
    ]
    try process.run()
    defer {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
    try await withEtcd(EtcdConfiguration(endpoints: [endpoint])) { client in
        while (try? await client.status()) == nil {}
        let root: @Sendable (inout Blueprint) -> Void = { root in
            root.provide(value: ClusterEtcd(client: client, prefix: "/fleet", host: "web1"))
            root.provideItemsOnEtcd()
        }
        try await withPlugin(ItemsPlugin.self, settings: ["store": "etcd"], over: .socket, root: root) { shared in
            try await withPlugin(ItemsPlugin.self, over: .socket) { local in
                try await compare(ItemsClient(shared.caller), with: ItemsClient(local.caller))
            }
        }
    }
}

/// Reports the duration of lists by two clients.
private func compare(_ shared: ItemsClient, with local: ItemsClient) async throws {
    let batch = (0..<500).map { ItemsContract.NewItem(title: "Item \($0) of a list", count: $0) }
    for client in [shared, local] {
        for _ in 0..<20 { _ = try await client.addMany(items: batch) }
    }
    // The copy has all items after a read that asks etcd.
    _ = try await milliseconds(toList: shared, isStale: false)
    var (times, references): ([Double], [Double]) = ([], [])
    for iteration in 0..<101 {
        // Alternates the order, so that neither list is always measured first.
        if iteration.isMultiple(of: 2) {
            references.append(try await milliseconds(toList: local, isStale: false))
            times.append(try await milliseconds(toList: shared, isStale: true))
        } else {
            times.append(try await milliseconds(toList: shared, isStale: true))
            references.append(try await milliseconds(toList: local, isStale: false))
        }
    }
    let reference = "List 1,000 in SQLite"
    try Figure(reference, references.median, "ms").report()
    try Figure(
        "List 1,000 of etcd, stale", times.median, "ms", reference: reference,
        ratio: zip(times, references).map { $0 / $1 }.median, limit: 1.1
    ).report()
}

private func milliseconds(toList client: ItemsClient, isStale: Bool) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    for try await reply in client.list(limit: 1_000, stale: isStale) where reply.item != nil { count += 1 }
    precondition(count == 1_000, "expected 1,000 items")
    return start.duration(to: clock.now) / .milliseconds(1)
}
