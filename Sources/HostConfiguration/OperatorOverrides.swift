import Foundation
package import HostInterface
package import HostSupport
package import SystemPackage
import Systemd
package import Trellis

/// The plugins that operators have enabled or disabled at run time.
///
/// They take precedence over every other source of the configuration.
package struct OperatorOverrides: Sendable, Hashable {
    /// A command of an operator for one plugin.
    package struct Override: Sendable, Hashable, Codable {
        /// Whether the command enabled the plugin; false when it disabled the plugin.
        package let enabled: Bool

        /// The name of the operator, or the user identifier when there is no name.
        package let user: String

        /// The time of the command, in the format of RFC 3339, in UTC.
        package let since: String

        /// Creates an override.
        ///
        /// - Parameters:
        ///   - enabled: Whether the command enabled the plugin; false when it disabled the plugin.
        ///   - user: The name of the operator, or the user identifier when there is no name.
        ///   - since: The time of the command, in the format of RFC 3339, in UTC.
        package init(enabled: Bool, user: String, since: String) {
            self.enabled = enabled
            self.user = user
            self.since = since
        }
    }

    /// The overrides by the name of the plugin.
    package var plugins: [String: Override] = [:]

    /// Creates overrides.
    ///
    /// - Parameter plugins: The overrides by the name of the plugin.
    package init(plugins: [String: Override] = [:]) {
        self.plugins = plugins
    }

    /// The override of a plugin in the form of the contract.
    package subscript(plugin: String) -> HostContract.PluginOverride? {
        plugins[plugin].map { .init(enabled: $0.enabled, user: $0.user, since: $0.since) }
    }

    /// The overrides as the highest layer of the configuration.
    ///
    /// - Parameter known: The names of the registered plugins. Overrides of other plugins have no effect; they may be
    ///   from an earlier version of the daemon.
    /// - Returns: The layer.
    package func layer(for known: [String]) -> ConfigurationLayer {
        let entries = known.compactMap { name in
            plugins[name].map { override in
                let command = "trellisctl plugin \(override.enabled ? "enable" : "disable") \(name)"
                let location = ConfigurationLocation.command(text: "\(command) (\(override.user), \(override.since))")
                return ConfigurationLayer.Entry(
                    path: ["plugins", name, "enabled"], content: .text("\(override.enabled)"), keyLocation: location,
                    location: location)
            }
        }
        return ConfigurationLayer(name: "overrides", entries: entries)
    }
}

/// The file of the ``OperatorOverrides``: `overrides.json` in the state directory.
///
/// It has one object per plugin: `{"plugins": {"items": {"enabled": false, "since": "2026-…Z", "user": "root"}}}`.
package struct OverridesFile: Sendable {
    private struct Content: Codable {
        var plugins: [String: OperatorOverrides.Override]
    }

    /// The path of the file.
    package var path: FilePath { file.path }

    private let file: StateFile

    /// Creates the value without accessing the file.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - failpoints: The failpoints of the daemon. Default: a new list.
    package init(in directory: FilePath, failpoints: Failpoints = Failpoints()) {
        file = StateFile("overrides", in: directory, failpoints: failpoints)
    }

    /// Reads the file.
    ///
    /// - Returns: The overrides; none if the file does not exist.
    /// - Throws: `HostFailure` when the file cannot be read or is damaged.
    package func read() throws(HostFailure) -> OperatorOverrides {
        OperatorOverrides(
            plugins: try file.read(
                Content.self,
                advice: "Remove the file. The configuration then determines which plugins are enabled")?.plugins ?? [:])
    }

    /// Replaces the file atomically.
    ///
    /// When the function returns, the content is on disk.
    ///
    /// - Parameter overrides: The new content.
    /// - Throws: `Errno`; the file is then unchanged.
    package func write(_ overrides: OperatorOverrides) throws(Errno) {
        try file.write(Content(plugins: overrides.plugins))
    }
}
