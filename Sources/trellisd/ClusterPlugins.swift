import Digest
import Summaries
import TrellisHost

/// The plugins that use the etcd of the cluster.
let clusterPlugins = [PluginRegistration(DigestPlugin.self), PluginRegistration(SummariesPlugin.self)]
