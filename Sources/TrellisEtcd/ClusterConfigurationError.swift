/// A configuration of the cluster with which no client can be created: what is wrong, and the remedy.
struct ClusterConfigurationError: Error, CustomStringConvertible {
    let description: String
}
