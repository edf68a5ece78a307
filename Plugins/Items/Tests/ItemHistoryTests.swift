import Etcd
import EtcdTesting
import Items
import Testing
import Trellis
import TrellisSQLite

@testable import ItemsEtcd

@Suite("A new history of items in etcd", .runsEtcd, .timeLimit(.minutes(2)))
struct ItemHistoryTests {
    private let keys = ItemKeys(prefix: ItemFleet.prefix)

    private func isUnavailable(_ error: any Error) -> Bool {
        if case .historyUnavailable = error as? ItemStoreError { true } else { false }
    }

    /// Begins a history, as a host does after a restoration.
    private func begin(base: Int, in fleet: ItemFleet) async throws {
        let head = HeadRecord(attempt: "attempt", time: 1, last: base)
        try await fleet.client.transaction(success: [
            .put(keys.history, EtcdBytes(json: HistoryRecord(base: base))),
            .put(keys.head, EtcdBytes(json: head)),
        ])
    }

    @Test("ends the watches of a host, whose next changes have larger revisions")
    func watches() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("host") { host in
                let tea = try await host.add(title: "Tea", count: 1)
                #expect(try await host.changes(since: 0, limit: 10).map(\.item) == [tea])
                try await begin(base: 1_000_000, in: fleet)
                let start = try await host.revision()
                #expect(start > 1_000_000)
                for revision in [0, tea.revision] {
                    await #expect { try await host.changes(since: revision, limit: 10) } throws: { isUnavailable($0) }
                }
                let rice = try await host.add(title: "Rice", count: 1)
                #expect(rice.revision > start)
                #expect(try await host.changes(since: start, limit: 10).map(\.item) == [rice])
                let items = try await host.page(after: nil, filter: nil, limit: 10).items
                #expect(items == [tea, rice])
            }
        }
    }

    @Test("is begun again when another program has deleted its key")
    func deletion() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("host") { host in
                try await begin(base: 1_000_000, in: fleet)
                _ = try await host.revision()
                let tea = try await host.add(title: "Tea", count: 1)
                try await fleet.client.delete(.key(keys.history))
                while try await fleet.client.get(keys.history) == nil {}
                _ = try await eventually { try await host.revision() }
                let rice = try await host.add(title: "Rice", count: 1)
                #expect(rice.revision > tea.revision)
                #expect(try await host.page(after: nil, filter: nil, limit: 10).items == [tea, rice])
            }
        }
    }

    @Test("is read by a host whose older version has not followed its beginning")
    func olderVersion() async throws {
        try await ItemFleet.with { fleet in
            let tea = try await fleet.withHost("host") { host in
                try await begin(base: 1_000_000, in: fleet)
                _ = try await host.revision()
                return try await host.add(title: "Tea", count: 1)
            }
            let file = fleet.folder.appending("host").appending("items-etcd.sqlite")
            let queue = try DatabaseQueue(path: file.string)
            try await queue.write { db in try db.execute(sql: "UPDATE source SET history = 0, base = 0") }
            try queue.close()
            try await fleet.withHost("host") { host in
                let rice = try await host.add(title: "Rice", count: 1)
                #expect(rice.revision > tea.revision)
                #expect(try await host.page(after: nil, filter: nil, limit: 10).items == [tea, rice])
            }
        }
    }
}
