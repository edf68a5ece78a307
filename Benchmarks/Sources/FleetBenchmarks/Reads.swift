import Etcd
import Items
import Trellis
import TrellisTesting

/// The items of the list.
private let samples = (0..<100).map { ItemsContract.NewItem(title: "Item \($0) of a list", count: $0) }

/// Measures reading an item and a page of the list, compared with a linearizable read of one key of etcd.
func measureReads() async throws {
    try await EtcdServer.with { _, client in
        try await withItemHost(client) { items in
            let added = try await items.addMany(items: samples).items
            let key = EtcdBytes("\(itemsPrefix)i/\(added[0].id)")
            let count = 50
            try await compare("Get, \(count) times", with: "Range of an item, \(count) times", runs: 41, limit: 1.2) {
                try await milliseconds { for _ in 0..<count { _ = try await items.get(id: added[0].id) } }
            } _: {
                try await milliseconds { for _ in 0..<count { _ = try await client.get(key) } }
            }
            try await compareList(of: items, with: client)
        }
    }
}

/// Compares a page of the list with what it consists of: a read of one key, and a page of a list in SQLite.
private func compareList(of shared: ItemsClient, with client: EtcdClient) async throws {
    try await withPlugin(ItemsPlugin.self) { plugin in
        let (local, count) = (ItemsClient(plugin.caller), 50)
        let head = EtcdBytes("\(itemsPrefix)head")
        _ = try await local.addMany(items: samples)
        try await compare(
            "List of 20 of 100, \(count) times", with: "Range of the head, and List in SQLite, \(count) times",
            runs: 41,
            limit: 1.2
        ) {
            try await milliseconds {
                for _ in 0..<count { for try await _ in shared.list(limit: 20) {} }
            }
        } _: {
            try await milliseconds {
                for _ in 0..<count {
                    _ = try await client.get(head)
                    for try await _ in local.list(limit: 20) {}
                }
            }
        }
    }
}
