import Dashboard
import Trellis
import TrellisHost

/// A plugin that does nothing.
struct IdlePlugin: Plugin {
    static let manifest = PluginManifest(name: "idle", version: "1.0.0", summary: "Does nothing.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {}

    /// The number of plugins of this type in ``registrations``.
    static let count = 1_100

    /// The dashboard, and many plugins to show.
    static var registrations: [PluginRegistration] {
        [PluginRegistration(DashboardPlugin.self)]
            + (0..<count).map { PluginRegistration(IdlePlugin.self, name: "idle\($0)") }
    }
}
