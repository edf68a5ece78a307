public import Etcd
public import Trellis

extension EtcdComparison {
    /// This host was chosen to run the plugin, and no other host has taken it over.
    ///
    /// A plugin that runs on one host at a time adds the comparison to each of its transactions. etcd then rejects the change of a host
    /// that was suspended, or cut off, for so long that another one runs the plugin.
    ///
    /// - Parameter token: The token of the plugin's life (`PluginEnvironment.fencingToken`).
    /// - Returns: The comparison.
    public static func isHeld(_ token: FencingToken) -> EtcdComparison {
        .createRevision(of: .key(EtcdBytes(token.key)), .equal, token.revision)
    }
}
