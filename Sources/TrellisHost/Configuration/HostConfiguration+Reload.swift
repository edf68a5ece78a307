extension HostConfiguration {
    /// Whether a changed setting of the daemon, with its sections such as `control.socket`, takes effect only when the daemon
    /// restarts.
    static func requiresRestart(_ key: String) -> Bool {
        ["cluster.", RootScope.section + "."].contains(where: key.hasPrefix)
            || ["control.socket", "control.backlog"].contains(key)
    }

    /// Returns the configuration that a daemon with this one uses after a reload of another one.
    func reloaded(as new: HostConfiguration) -> HostConfiguration {
        var used = new
        (used.control.socket, used.control.backlog, used.cluster) = (control.socket, control.backlog, cluster)
        return used
    }
}
