import Systemd
import Trellis

/// Creates the access to a cluster, and does not connect.
///
/// Throws ``HostFailure`` when the configuration is invalid, such as a certificate that cannot be read.
public typealias ClusterConnection =
    @Sendable (_ configuration: ClusterConfiguration, _ environment: HostEnvironment) throws -> any Cluster

extension Host {
    /// Creates the access to the configured cluster, if any.
    func cluster(
        for configuration: ClusterConfiguration, in environment: HostEnvironment
    ) throws(HostFailure) -> (any Cluster)? {
        guard configuration.etcd != nil else { return nil }
        guard let connect else {
            throw HostFailure(
                .configuration, "cluster.etcd is set, but this program was built without the client of etcd",
                advice: "Use the program of the Debian package or of 'make build', or remove the section cluster.etcd")
        }
        do {
            return try connect(configuration, environment)
        } catch {
            throw error as? HostFailure ?? HostFailure(.configuration, "cluster.etcd: \(error)")
        }
    }
}
