import Etcd
import EtcdTesting
import Foundation
import Items
import ItemsEtcd
import Testing
import Trellis

/// Hosts that share the items in one etcd.
@Suite("Items of several hosts", .runsEtcd, .timeLimit(.minutes(2)))
struct EtcdItemStoreTests {
    @Test("see each other's changes as soon as they are acknowledged, with the same numbers and in the same order")
    func sharing() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("first") { first in
                try await fleet.withHost("second") { second in
                    let tea = try await first.add(title: "Tea", count: 1)
                    #expect(try await second.item(tea.id) == tea)
                    let rice = try await second.add([NewItem(title: "Rice", count: 1)])[0]
                    let less = try await second.update(tea.id, title: nil, count: 0)
                    for host in [first, second] {
                        let list = try await host.page(after: nil, filter: nil, limit: 10).items
                        #expect(list == [less, rice])
                    }
                    try await first.delete(rice.id)
                    _ = try await (first.revision(), second.revision())
                    let changes = try await first.changes(since: 0, limit: 10)
                    #expect(try await second.changes(since: 0, limit: 10) == changes)
                    #expect(changes.map(\.kind) == [.added, .added, .updated, .deleted])
                }
            }
        }
    }

    @Test("a host that joins later has the same list, and the history since then")
    func joining() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("first") { first in
                var items = try await first.add((0..<300).map { NewItem(title: "Item \($0)", count: $0) })
                items[7] = try await first.update(items[7].id, title: "Tea", count: nil)
                try await first.delete(items.removeLast().id)
                let revision = try await first.revision()
                try await fleet.withHost("second") { second in
                    #expect(try await second.page(after: nil, filter: nil, limit: 1_000).items == items)
                    #expect(try await second.revision() == revision)
                    let error = ItemStoreError.historyUnavailable(
                        since: 0, oldest: revision, newest: revision)
                    await #expect(throws: error) { try await second.changes(since: 0, limit: 10) }
                    let rice = try await first.add(title: "Rice", count: 1)
                    #expect(try await second.revision() == rice.revision)
                    #expect(try await second.changes(since: revision, limit: 10).map(\.item) == [rice])
                }
            }
        }
    }

    @Test("a host that was stopped follows the changes that it missed")
    func following() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("first") { first in
                let tea = try await fleet.withHost("second") {
                    try await $0.add(title: "Tea", count: 1)
                }
                let less = try await first.update(tea.id, title: nil, count: 0)
                try await fleet.withHost("second") { second in
                    let list = try await second.page(after: nil, filter: nil, limit: 10).items
                    let changes = try await second.changes(since: 0, limit: 10)
                    #expect(list == [less])
                    #expect(changes.map(\.item) == [tea, less])
                }
            }
        }
    }

    @Test("a host that missed discarded changes reads all items again")
    func compaction() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("first") { first in
                let tea = try await fleet.withHost("second") {
                    try await $0.add(title: "Tea", count: 1)
                }
                let less = try await first.update(tea.id, title: nil, count: 0)
                let rice = try await first.add(title: "Rice", count: 1)
                try await fleet.client.compact(to: try await fleet.client.range(.all, content: .count).revision)
                try await fleet.withHost("second") { second in
                    let list = try await second.page(after: nil, filter: nil, limit: 10).items
                    #expect(list == [less, rice])
                    await #expect(throws: ItemStoreError.self) {
                        try await second.changes(since: tea.revision, limit: 10)
                    }
                }
            }
        }
    }

    @Test("a host keeps its history when etcd has discarded changes of other keys only")
    func compactionOfOtherKeys() async throws {
        try await ItemFleet.with { fleet in
            let tea = try await fleet.withHost("host") { host in
                let tea = try await host.add(title: "Tea", count: 1)
                // The host has followed its change before it stops.
                _ = try await host.revision()
                return tea
            }
            for _ in 1...3 { _ = try await fleet.client.put("/other", "1") }
            try await fleet.client.compact(to: try await fleet.client.range(.all, content: .count).revision)
            try await fleet.withHost("host") { host in
                let rice = try await host.add(title: "Rice", count: 1)
                #expect(try await host.page(after: nil, filter: nil, limit: 10).items == [tea, rice])
                #expect(try await host.changes(since: 0, limit: 10).map(\.item) == [tea, rice])
            }
        }
    }

    @Test("a host follows deletions by another program, also of more items than a change can have")
    func foreignDeletions() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("host") { host in
                let tea = try await host.add(title: "Tea", count: 1)
                let deleted = try await fleet.client.delete(.prefix(EtcdBytes("\(ItemFleet.prefix)i/")))
                #expect(deleted.count == 1)
                while !(try await host.page(after: nil, filter: nil, limit: 1).items.isEmpty) {}
                let changes = try await host.changes(since: tea.revision, limit: 10)
                #expect(changes.map(\.kind) == [.deleted])
                #expect(try await host.changes(since: changes[0].revision, limit: 10).isEmpty)
                for _ in 1...2 {
                    _ = try await host.add((0..<300).map { NewItem(title: "Item \($0)", count: $0) })
                }
                _ = try await fleet.client.delete(.prefix(EtcdBytes("\(ItemFleet.prefix)i/")))
                while true {
                    // The host reads all items again.
                    let page = try? await host.page(after: nil, filter: nil, limit: 1)
                    if page?.items.isEmpty == true { break }
                }
                let rice = try await host.add(title: "Rice", count: 1)
                #expect(try await host.page(after: nil, filter: nil, limit: 10).items == [rice])
            }
        }
    }

    @Test("a host of another cluster starts anew")
    func otherCluster() async throws {
        try await TemporaryFolder.with { folder in
            try await ItemFleet.with(in: folder) { fleet in
                try await fleet.withHost("host") { _ = try await $0.add(title: "Tea", count: 1) }
            }
            try await ItemFleet.with(in: folder) { fleet in
                try await fleet.withHost("host") { host in
                    #expect(try await host.page(after: nil, filter: nil, limit: 10).items.isEmpty)
                    let start = try await host.revision()
                    let rice = try await host.add(title: "Rice", count: 1)
                    #expect(try await host.changes(since: start, limit: 10).map(\.item) == [rice])
                }
            }
        }
    }

    @Test("without etcd, calls fail with an error that says whether something was changed; then everything resumes")
    func unavailability() async throws {
        try await ItemFleet.with(attemptTimeout: .milliseconds(500)) { fleet in
            try await fleet.withHost("host", timeLimit: .seconds(3)) { host in
                let tea = try await eventually { try await host.add(title: "Tea", count: 1) }
                fleet.cluster.members[0].stop()
                func isUnavailable(_ error: any Error) -> Bool {
                    if case .unavailable = error as? ItemStoreFailure { true } else { false }
                }
                await #expect { try await host.item(tea.id) } throws: { isUnavailable($0) }
                await #expect { try await host.page(after: nil, filter: nil, limit: 1) } throws: {
                    isUnavailable($0)
                }
                // A change that depends on the item was not sent.
                await #expect { try await host.delete(tea.id) } throws: { isUnavailable($0) }
                await #expect { try await host.add(title: "Rice", count: 1) } throws: { error in
                    if case .outcomeUnknown = error as? ItemStoreFailure { true } else { false }
                }
                fleet.cluster.members[0].resume()
                let less = try await eventually { try await host.update(tea.id, title: nil, count: 0) }
                let list = try await eventually {
                    try await host.page(after: nil, filter: nil, limit: 10).items
                }
                // The change without a known outcome was made once, or not at all.
                #expect(list.first == less)
                #expect(list.dropFirst().map(\.title) == [] || list.dropFirst().map(\.title) == ["Rice"])
            }
        }
    }

    @Test("a change survives the crash of a member, and is made once")
    func failover() async throws {
        try await ItemFleet.with(3) { fleet in
            try await fleet.withHost("host") { host in
                let tea = try await host.add(title: "Tea", count: 0)
                var counts = 0
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for number in 1...200 {
                            _ = try await host.update(tea.id, title: nil, count: number)
                            if number == 50 { fleet.cluster.members[0].kill() }
                        }
                    }
                    try await group.waitForAll()
                }
                for change in try await host.changes(since: 0, limit: 1_000) {
                    #expect(change.item.count == counts)
                    counts += 1
                }
                #expect(counts == 201)
            }
        }
    }

    @Test("an addition that was sent again is not made a second time after the item was deleted")
    func delayedAttempt() async throws {
        try await ItemFleet.with { fleet in
            try await HoldingRelay.with(fleet.cluster.members[0].endpoint) { relay in
                var configuration = fleet.cluster.configuration
                configuration.endpoints = [relay.endpoint, fleet.cluster.members[0].endpoint]
                configuration.attemptTimeout = .seconds(1)
                try await withEtcd(configuration) { client in
                    let relayed = ItemFleet(cluster: fleet.cluster, client: client, folder: fleet.folder)
                    try await relayed.withHost("host") { host in
                        let rice = try await host.add(title: "Rice", count: 1)
                        relay.hold()
                        let tea = try await host.add(title: "Tea", count: 1)
                        try await host.delete(tea.id)
                        try await relay.release()
                        #expect(try await host.page(after: nil, filter: nil, limit: 10).items == [rice])
                        let kinds = try await host.changes(since: rice.revision, limit: 10).map(\.kind)
                        #expect(kinds == [.added, .deleted])
                    }
                }
            }
        }
    }
}
