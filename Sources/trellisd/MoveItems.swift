import TrellisHost

#if ETCD
    import ItemsEtcd
    import TrellisEtcd

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

    /// The one-off operations of the program.
    let operations = [HostOperation.moveItems]
#else
    /// A program without the client of etcd has no one-off operations.
    let operations: [HostOperation] = []
#endif
