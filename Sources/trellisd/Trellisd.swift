import ItemsEtcd
import TrellisDaemon
import TrellisEtcd
import TrellisHost

/// The program `trellisd`.
@main
enum Trellisd {
    static func main() async {
        await Host.trellisd(
            adding: clusterPlugins, cluster: { try ClusterOnEtcd($0, in: $1) }, root: { $0.provideItemsOnEtcd() },
            operations: [.moveItems])
    }
}
