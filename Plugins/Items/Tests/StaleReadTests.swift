import Etcd
import EtcdTesting
import Foundation
import Items
import ItemsEtcd
import SystemPackage
import Testing
import Trellis
import TrellisCluster
import TrellisTesting

@Suite("Stale reads of items", .timeLimit(.minutes(2)))
struct StaleReadTests {
    private func isUnavailable(_ error: any Error) -> Bool {
        if case .unavailable = error as? ItemStoreFailure { true } else { false }
    }

    /// Runs an etcd of one member, and a client whose attempts end soon.
    private func withCluster(_ body: (TestCluster, EtcdClient) async throws -> Void) async throws {
        try await TestCluster.with { cluster in
            var configuration = cluster.configuration
            configuration.attemptTimeout = .milliseconds(500)
            try await withEtcd(configuration) { client in try await body(cluster, client) }
        }
    }

    @Test(
        "without etcd, return the copy of the host and the time as of which it has every change, also after a restart",
        .runsEtcd)
    func outage() async throws {
        try await withCluster { cluster, client in
            try await TemporaryFolder.with { folder in
                let clock = AdjustableClock()
                let start = clock.clock.now()
                func open() throws -> EtcdItemStore {
                    try EtcdItemStore(
                        client: client, prefix: "/items/", plugin: .sample(in: folder), clock: clock.clock,
                        logger: .silent, timeLimit: .seconds(3))
                }
                let store = try open()
                let tea = try await eventually { try await store.add(title: "Tea", count: 1) }
                clock.advance(by: 60)
                _ = try await eventually { try await store.revision() }
                clock.advance(by: 60)
                cluster.members[0].stop()
                for number in 1...2 {
                    let store = number == 1 ? store : try open()
                    await #expect { try await store.page(after: nil, filter: nil, limit: 1) } throws: {
                        isUnavailable($0)
                    }
                    let copy = try #require(store.copy)
                    #expect(try await copy.item(tea.id) == tea)
                    #expect(try await copy.page(after: nil, filter: nil, limit: 10).items == [tea])
                    #expect(try await copy.snapshot().page(after: nil, limit: 10).items == [tea])
                    let position = try await copy.position(of: tea.id)
                    #expect(try await copy.page(after: position, filter: nil, limit: 10).items == [])
                    #expect(try await copy.revision() == tea.revision)
                    #expect(try await copy.asOf() == start + 60)
                    try await store.close()
                }
                cluster.members[0].resume()
                let last = try open()
                #expect(try await eventually { try await last.page(after: nil, filter: nil, limit: 2).items } == [tea])
                #expect(try await last.copy?.asOf() == start + 120)
                try await last.close()
            }
        }
    }

    @Test("have no time that is later than the copy when the clock was ahead and is set back", .runsEtcd)
    func clockSetBack() async throws {
        try await withCluster { cluster, client in
            try await TemporaryFolder.with { folder in
                let clock = AdjustableClock()
                let start = clock.clock.now()
                func open() throws -> EtcdItemStore {
                    try EtcdItemStore(
                        client: client, prefix: "/items/", plugin: .sample(in: folder), clock: clock.clock,
                        logger: .silent, timeLimit: .seconds(3))
                }
                clock.set(by: 3_600)
                let store = try open()
                _ = try await eventually { try await store.add(title: "Tea", count: 1) }
                _ = try await eventually { try await store.revision() }
                cluster.members[0].stop()
                clock.set(by: -3_600)
                clock.advance(by: 60)
                #expect(try await store.copy?.asOf() == start)
                try await store.close()
                // Another process on the machine reads the time from the file.
                let second = try open()
                clock.advance(by: 60)
                #expect(try await second.copy?.asOf() == start)
                try await second.close()
                // After a boot, the time in the file is later than the boot.
                clock.reboot(after: 60)
                let third = try open()
                #expect(try await third.copy?.asOf() == Date(timeIntervalSince1970: 0))
                try await third.close()
                cluster.members[0].resume()
            }
        }
    }

    @Test("of a host that has not read all items yet fail with the reason", .runsEtcd)
    func incomplete() async throws {
        try await withCluster { cluster, client in
            cluster.members[0].stop()
            defer { cluster.members[0].resume() }
            try await TemporaryFolder.with { folder in
                let store = try EtcdItemStore(
                    client: client, prefix: "/items/", plugin: .sample(in: folder), clock: .system,
                    logger: .silent, timeLimit: .seconds(3))
                let copy = try #require(store.copy)
                await #expect { try await copy.page(after: nil, filter: nil, limit: 1) } throws: { error in
                    isUnavailable(error) && "\(error)".contains("this host has no complete copy of the items: ")
                }
                await #expect { try await copy.asOf() } throws: { isUnavailable($0) }
                try await store.close()
            }
        }
    }

    @Test("mark the first reply to a call, and continue a watch when etcd responds again", .runsEtcd)
    func calls() async throws {
        try await withCluster { cluster, client in
            let root: @Sendable (inout Blueprint) -> Void = { root in
                root.provide(value: ClusterEtcd(client: client, prefix: "/fleet", host: "web1"))
                root.provideItemsOnEtcd()
            }
            try await withPlugin(ItemsPlugin.self, settings: ["store": "etcd"], root: root) { plugin in
                let items = ItemsClient(plugin.caller)
                let tea = try await eventually { try await items.add(title: "Tea", count: 1).item }
                let rice = try await eventually { try await items.add(title: "Rice", count: 1).item }
                let current = try await eventually { try await collect(items.list()) }
                #expect(current.map(\.item) == [tea, rice])
                #expect(current.allSatisfy { $0.asOf == nil })
                cluster.members[0].stop()
                await #expect {
                    try await collect(items.list())
                } throws: { error in
                    if case .storageUnavailable = error as? ItemsError { true } else { false }
                }
                let stale = try await collect(items.list(stale: true))
                #expect(stale.map(\.item) == [tea, rice])
                #expect(stale[0].asOf.flatMap { Date(rfc3339: $0) } != nil)
                #expect(stale[1].asOf == nil)
                let none = try await collect(items.list(after: rice.id, stale: true))
                #expect(none.map(\.item) == [nil])
                #expect(none[0].asOf != nil)
                let got = try await items.get(id: tea.id, stale: true)
                #expect(got.item == tea)
                #expect(got.asOf == stale[0].asOf)
                var watch = ItemsClient(try await plugin.connect()).watch(stale: true).makeAsyncIterator()
                let first = try await watch.next()
                #expect(first?.item == tea)
                #expect(first?.asOf != nil)
                #expect(try await watch.next()?.item == rice)
                let ready = try await watch.next()
                #expect(ready?.event == .ready)
                #expect(ready?.asOf == nil)
                cluster.members[0].resume()
                let less = try await eventually { try await items.update(id: tea.id, title: nil, count: 0).item }
                #expect(try await watch.next()?.item == less)
                #expect(try await eventually { try await collect(items.list()) }.map(\.item) == [less, rice])
            }
        }
    }

    @Test("of a store on one host have no mark", arguments: ItemsSetting.all)
    func oneHost(setting: ItemsSetting) async throws {
        try await setting.withItems { items, plugin in
            let tea = try await items.add(title: "Tea", count: 1).item
            let list = try await collect(items.list(stale: true))
            #expect(list.map(\.item) == [tea])
            #expect(list[0].asOf == nil)
            #expect(try await items.get(id: tea.id, stale: true).asOf == nil)
            var watch = ItemsClient(try await plugin.connect()).watch(stale: true).makeAsyncIterator()
            #expect(try await watch.next()?.item == tea)
            let ready = try await watch.next()
            #expect(ready?.event == .ready)
            #expect(ready?.asOf == nil)
        }
    }
}
