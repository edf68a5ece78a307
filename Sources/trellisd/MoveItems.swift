import ItemsEtcd
import TrellisEtcd
import TrellisHost

extension HostOperation {
    /// The operation `--move-items`, which imports the local list of a host into etcd.
    static let moveItems = HostOperation(
        "move-items",
        """
        Import the items of this host's items.sqlite into the etcd of the cluster, and start nothing. Items that are in etcd \
        already are left unchanged.
        """
    ) { context in
        let move = try ItemMove(
            of: context.environment(of: "items"), to: (context.cluster as? ClusterOnEtcd)?.etcd,
            store: context.setting("plugins.items.store"))
        return [try await move.perform { context.showProgress($0, $1) }]
    }
}
