import Etcd
import Items
import Trellis

/// Measures reading an item and a page of the list, compared with a linearizable read of one key of etcd.
func measureReads() async throws {
    try await EtcdServer.with { _, client in
        try await withItemHost(client) { items in
            let added = try await items.addMany(
                items: (0..<100).map { ItemsContract.NewItem(title: "Item \($0) of a list", count: $0) }
            ).items
            let key = EtcdBytes("\(itemsPrefix)i/\(added[0].id)")
            let head = EtcdBytes("\(itemsPrefix)head")
            let count = 50
            try await compare("Get, \(count) times", with: "Range of an item, \(count) times", runs: 41, limit: 1.2) {
                try await milliseconds { for _ in 0..<count { _ = try await items.get(id: added[0].id) } }
            } _: {
                try await milliseconds { for _ in 0..<count { _ = try await client.get(key) } }
            }
            try await compare(
                "List of 20 of 100, \(count) times", with: "Range of the head, \(count) times", runs: 41, limit: 1.2
            ) {
                try await milliseconds {
                    for _ in 0..<count { for try await _ in items.list(limit: 20) {} }
                }
            } _: {
                try await milliseconds { for _ in 0..<count { _ = try await client.get(head) } }
            }
        }
    }
}
