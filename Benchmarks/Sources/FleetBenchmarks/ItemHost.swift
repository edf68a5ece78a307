import Etcd
import Items
import ItemsEtcd
import Trellis
import TrellisCluster
import TrellisTesting

/// The prefix of the items in etcd.
let itemsPrefix = "/benchmark/plugins/items/"

/// Runs the plugin Items of a host, which stores its items in etcd.
///
/// The body begins when the host has read all items.
func withItemHost<Result: Sendable>(
    _ client: EtcdClient, _ body: (ItemsClient) async throws -> Result
) async throws -> Result {
    let root: @Sendable (inout Blueprint) -> Void = { root in
        root.provide(value: ClusterEtcd(client: client, prefix: "/benchmark", host: "host"))
        root.provideItemsOnEtcd()
    }
    return try await withPlugin(ItemsPlugin.self, settings: ["store": "etcd"], root: root) { plugin in
        let items = ItemsClient(plugin.caller)
        while !(await canList(items)) { try await Task.sleep(for: .milliseconds(1)) }
        return try await body(items)
    }
}

private func canList(_ items: ItemsClient) async -> Bool {
    do {
        for try await _ in items.list(limit: 1) {}
        return true
    } catch {
        return false
    }
}
