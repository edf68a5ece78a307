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
                let start = try await fleet.withHost("second") { second in
                    #expect(try await second.page(after: nil, filter: nil, limit: 10).items == list)
                    let start = try await second.revision()
                    for number in 0..<count { list.append(try await second.add(title: "Rice", count: number)) }
                    return start
                }
                try await fleet.withHost("first") { first in
                    #expect(try await first.page(after: nil, filter: nil, limit: 10).items == list)
                    list.append(try await first.add(title: "Bread", count: 1))
                    #expect(try await first.page(after: nil, filter: nil, limit: 10).items == list)
                }
                try await fleet.withHost("second") { second in
                    #expect(try await second.page(after: nil, filter: nil, limit: 10).items == list)
                    // The second host has the history since it read the restored list; the first host has not begun another one.
                    let changes = try await second.changes(since: start, limit: 10)
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
    /// Expects that a host rejects changes and watches of clients that know lost changes.
    private func expectRejection(
        of lost: [Item], by host: EtcdItemStore, location: SourceLocation = #_sourceLocation
    ) async throws {
        _ = try await host.revision()
        for old in lost {
            await #expect(sourceLocation: location) {
                try await host.changes(since: old.revision, limit: 10)
            } throws: { error in
                if case .historyUnavailable = error as? ItemStoreError { true } else { false }
            }
            guard let item = try? await host.item(old.id) else { continue }
            let conflict = ItemStoreError.conflict(id: old.id, expected: old.revision, actual: item.revision)
            await #expect(throws: conflict, sourceLocation: location) {
                try await host.update(old.id, title: nil, count: 100, ifRevision: old.revision)
            }
            await #expect(throws: conflict, sourceLocation: location) {
                try await host.delete(old.id, ifRevision: old.revision)
            }
        }
    }

    /// The host that has followed the lost changes starts after another host has made some changes.
    @Test(
        "a client that knows lost changes can neither resume its watch nor overwrite others, on any host",
        arguments: [0, 1, 2, 5])
    func lostHistory(after count: Int) async throws {
        let network = TestCluster.randomNetwork()
        try await TemporaryFolder.with { folder in
            let (snapshot, data) = (folder.appending("snapshot"), folder.appending("restored"))
            let (tea, lost) = try await ItemFleet.with(network: network, in: folder) { fleet in
                try await fleet.withHost("first") { first in
                    let tea = try await first.add(title: "Tea", count: 1)
                    try await fleet.cluster.etcdctl("snapshot", "save", snapshot.string)
                    var lost = [try await first.update(tea.id, title: nil, count: 50)]
                    for number in 1...2 { lost.append(try await first.add(title: "Lost", count: number)) }
                    _ = try await first.revision()
                    return (tea, lost)
                }
            }
            try await restore(snapshot, to: data, network: network)
            try await ItemFleet.with(options: ["--data-dir", data.string], network: network, in: folder) { fleet in
                // This host has not followed the lost changes, so it cannot know of them.
                try await fleet.withHost("other") { other in
                    let before = try await other.add((0..<count).map { NewItem(title: "Rice", count: $0) })
                    for item in before { _ = try await other.update(item.id, title: "Brown rice", count: nil) }
                    let earlier = try await other.revision()
                    try await fleet.withHost("first") { first in
                        let less = try await first.update(tea.id, title: nil, count: 7)
                        for host in [first, other] {
                            try await expectRejection(of: lost, by: host)
                            #expect(try await host.item(tea.id) == less)
                        }
                        // A watch that began before cannot be told from one that knows lost changes.
                        await #expect {
                            try await other.changes(since: earlier, limit: 10)
                        } throws: { error in
                            if case .historyUnavailable = error as? ItemStoreError { true } else { false }
                        }
                        try await other.delete(tea.id)
                        let bread = try await other.add([NewItem(title: "Bread", count: 1)])[0]
                        _ = try await other.importItems(
                            [ItemRecord(id: bread.id, title: "Bread", count: 2)], replacing: true)
                        _ = try await (first.revision(), other.revision())
                        let changes = try await first.changes(since: less.revision, limit: 10)
                        #expect(changes.map(\.kind) == [.deleted, .added, .updated])
                        #expect(try await other.changes(since: less.revision, limit: 10) == changes)
                        let revisions = [less.revision] + changes.map(\.revision)
                        #expect(zip(revisions, revisions.dropFirst()).allSatisfy(<))
                        let item = try await other.item(bread.id)
                        #expect(item == changes.last?.item)
                        #expect(try await first.page(after: nil, filter: "Bread", limit: 10).items == [item])
                    }
                }
            }
        }
    }
}
