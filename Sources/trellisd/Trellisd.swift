import TrellisHTTP
import TrellisHost

#if ETCD
    import ItemsEtcd
    import TrellisEtcd
#endif

/// The program `trellisd`.
@main
enum Trellisd {
    static func main() async {
        await Host.main(
            plugins: plugins + clusterPlugins, cluster: cluster,
            root: { root in
                root.provideHTTPClients()
                #if ETCD
                    root.provideItemsOnEtcd()
                #endif
            },
            operations: operations)
    }

    /// Creates the access to a cluster; nil in a program without the client of etcd (Package.swift).
    private static var cluster: ClusterConnection? {
        #if ETCD
            { try ClusterOnEtcd($0, in: $1) }
        #else
            nil
        #endif
    }
}
