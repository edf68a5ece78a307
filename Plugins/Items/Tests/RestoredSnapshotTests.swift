import Etcd
import EtcdTesting
import Foundation
import Items
import SystemPackage
import Testing

@testable import ItemsEtcd

@Suite(
    "Items after the restoration of a snapshot of etcd", .runsEtcd, .runs(TestCluster.etcdctl, of: "etcd-client"),
    .timeLimit(.minutes(2)))
struct RestoredSnapshotTests {
    /// Restores a snapshot for a cluster of one member at the same address, which has the same identifier as before.
    private func restore(_ snapshot: FilePath, to data: FilePath, network: String) async throws {
        let peer = "http://\(network).1:2380"
        try await runProgram(
            TestCluster.etcdctl,
            [
                "snapshot", "restore", snapshot.string, "--name", "m1", "--data-dir", data.string,
                "--initial-advertise-peer-urls", peer, "--initial-cluster", "m1=\(peer)",
            ])
    }

    /// Two hosts follow a change that is not in the snapshot; `after` are the changes of the second host after the restoration.
    ///
    /// The revision of the restored etcd is then lower, equal or higher than the one that the first host has followed.
    @Test("every host has the restored list, whatever it has followed before", arguments: [0, 1, 2, 5])
    func restoration(after count: Int) async throws {
        let network = TestCluster.randomNetwork()
        try await TemporaryFolder.with { folder in
            let (snapshot, data) = (folder.appending("snapshot"), folder.appending("restored"))
            let tea = try await ItemFleet.with(network: network, in: folder) { fleet in
                try await fleet.withHost("first") { first in
                    try await fleet.withHost("second") { second in
                        let tea = try await first.add(title: "Tea", count: 1)
                        try await fleet.cluster.etcdctl("snapshot", "save", snapshot.string)
                        _ = try await first.add(title: "Lost", count: 1)
                        _ = try await first.add(title: "Lost, too", count: 1)
                        _ = try await (first.revision(), second.revision())
                        return tea
                    }
                }
            }
            try await restore(snapshot, to: data, network: network)
            try await ItemFleet.with(options: ["--data-dir", data.string], network: network, in: folder) { fleet in
                var list = [tea]
                try await fleet.withHost("second") { second in
                    #expect(try await second.page(after: nil, filter: nil, limit: 10).items == list)
                    for number in 0..<count { list.append(try await second.add(title: "Rice", count: number)) }
                }
                try await fleet.withHost("first") { first in
                    #expect(try await first.page(after: nil, filter: nil, limit: 10).items == list)
                    list.append(try await first.add(title: "Bread", count: 1))
                    #expect(try await first.page(after: nil, filter: nil, limit: 10).items == list)
                }
                try await fleet.withHost("second") { second in
                    #expect(try await second.page(after: nil, filter: nil, limit: 10).items == list)
                    // The second host has the history since it read the restored list.
                    let changes = try await second.changes(since: list[0].revision, limit: 10)
                    #expect(changes.map(\.item) == Array(list.dropFirst()))
                }
            }
        }
    }

    @Test("a host whose next change is the oldest one that the restored etcd has kept has the restored list")
    func compactedBoundary() async throws {
        let network = TestCluster.randomNetwork()
        try await TemporaryFolder.with { folder in
            let (snapshot, data) = (folder.appending("snapshot"), folder.appending("restored"))
            let lost = try await ItemFleet.with(network: network, in: folder) { fleet in
                try await fleet.withHost("first") { first in
                    _ = try await first.add(title: "Tea", count: 1)
                    try await fleet.cluster.etcdctl("snapshot", "save", snapshot.string)
                    let lost = try await first.add(title: "Lost", count: 1)
                    _ = try await first.revision()
                    return Int64(lost.revision / StoredItem.changesPerRevision)
                }
            }
            try await restore(snapshot, to: data, network: network)
            try await ItemFleet.with(options: ["--data-dir", data.string], network: network, in: folder) { fleet in
                try await fleet.withHost("second") { second in
                    while try await fleet.client.range(.all, content: .count).revision <= lost {
                        _ = try await second.add(title: "Rice", count: 1)
                    }
                    try await fleet.client.compact(to: lost + 1)
                    let list = try await second.page(after: nil, filter: nil, limit: 10).items
                    let found = try await fleet.withHost("first") { first in
                        try await first.page(after: nil, filter: nil, limit: 10).items
                    }
                    #expect(found == list)
                }
            }
        }
    }
}
