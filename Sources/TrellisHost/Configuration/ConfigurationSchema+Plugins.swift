import Trellis

extension ConfigurationSchema {
    /// Creates the schema of a daemon with the given plugins and root scope.
    init(of registrations: [PluginRegistration], root: RootScope = RootScope()) {
        let settings = Settings(path: [], source: NoSettings())
        _ = HostConfiguration(from: settings)
        _ = root.declaration(from: settings)
        for registration in registrations {
            _ = registration.configure(settings.section("plugins").section(registration.name), isListed: false)
        }
        var sections: [[String]: String] = [
            ["log"]: "The log.",
            ["audit"]: "The audit log.",
            ["control"]: "The control socket and its limits.",
            ["control", "roles"]: "The roles of users and groups on the control socket.",
            ["cluster"]: "The hosts that share plugins.",
            ["cluster", "etcd"]: "The connection to etcd, which the hosts of the cluster share.",
            ["plugins"]: "The plugins. A plugin that is listed runs, unless its key enabled is false.",
        ]
        if settings.declarations.contains(where: { $0.path.first == RootScope.section }) {
            sections[[RootScope.section]] = "The settings of the instances that all plugins share."
        }
        for registration in registrations {
            sections[["plugins", registration.name]] = registration.manifest.summary
        }
        self.init(declarations: settings.declarations, sections: sections)
    }
}
