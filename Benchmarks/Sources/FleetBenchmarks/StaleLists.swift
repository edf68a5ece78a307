import Items
import Trellis
import TrellisTesting

/// Measures listing 1,000 of 10,000 items with `stale`, from a host's copy, compared with a list in SQLite.
func measureStaleLists() async throws {
    try await EtcdServer.with { _, client in
        try await withItemHost(client) { shared in
            try await withPlugin(ItemsPlugin.self) { plugin in
                let local = ItemsClient(plugin.caller)
                let batch = (0..<500).map { ItemsContract.NewItem(title: "Item \($0) of a list", count: $0) }
                for items in [shared, local] {
                    for _ in 0..<20 { _ = try await items.addMany(items: batch) }
                }
                // The copy has all items after a read that asks etcd.
                try await list(shared, isStale: false)
                try await compare(
                    "List of 1,000 of 10,000, stale", with: "List of 1,000 of 10,000 in SQLite", runs: 101, limit: 1.1
                ) {
                    try await milliseconds { try await list(shared, isStale: true) }
                } _: {
                    try await milliseconds { try await list(local, isStale: false) }
                }
            }
        }
    }
}

private func list(_ items: ItemsClient, isStale: Bool) async throws {
    var count = 0
    for try await reply in items.list(limit: 1_000, stale: isStale) where reply.item != nil { count += 1 }
    precondition(count == 1_000, "expected 1,000 items")
}
