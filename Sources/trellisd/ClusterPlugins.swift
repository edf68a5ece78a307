import TrellisHost

#if ETCD
    import Digest
    import Summaries

    /// The plugins that use the etcd of the cluster.
    let clusterPlugins = [PluginRegistration(DigestPlugin.self), PluginRegistration(SummariesPlugin.self)]
#else
    /// A program without the client of etcd has no plugins that use it (Package.swift).
    let clusterPlugins: [PluginRegistration] = []
#endif
