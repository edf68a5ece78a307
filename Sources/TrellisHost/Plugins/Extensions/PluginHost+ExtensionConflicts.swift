import Systemd
import Trellis

extension PluginHost {
    /// The problems with the extension points of the enabled plugins.
    ///
    /// A contribution to a point of a disabled plugin is not a problem.
    ///
    /// - Parameters:
    ///   - points: The points of the plugins, in the order of registration.
    ///   - configuration: The configuration, which enables plugins.
    /// - Returns: The problems.
    func extensionConflicts(
        of points: [PluginExtensionPoints], in configuration: LoadedConfiguration
    ) -> [HostFailure] {
        let plugins = zip(configuration.plugins, points).map { (plugin: $0, points: $1) }
        let enabled = plugins.filter(\.plugin.isEnabled)
        let root = PluginExtensionPoints(of: rootPlan.blueprint).declared
        var failures: [HostFailure] = []

        var declarations: [BindingKey: [(owner: String, location: BindingLocation)]] = [:]
        for point in root { declarations[point.key, default: []].append(("the daemon", point.location)) }
        for (plugin, points) in enabled {
            for point in points.declared {
                declarations[point.key, default: []].append(("the plugin \(plugin.registration.name)", point.location))
            }
        }
        for (point, owners) in declarations.sorted(by: { "\($0.key)" < "\($1.key)" }) where owners.count > 1 {
            let list = owners.map { "\($0.owner) (\($0.location))" }.joined(separator: " and ")
            failures.append(
                HostFailure(
                    .configuration, "the extension point \(point) is declared more than once: by \(list)",
                    advice: "Enable only one of them"))
        }

        let known = Set(root.map(\.key)).union(plugins.flatMap { $0.points.declared.map(\.key) })
        for (plugin, points) in enabled {
            for point in points.extended where !known.contains(point.key) {
                failures.append(unknown(point, extendedBy: plugin.registration.name, known: known))
            }
            for point in points.misplaced {
                failures.append(
                    HostFailure(
                        .software,
                        "\(point.location): the plugin \(plugin.registration.name) names the extension point "
                            + "\(point.key) in a session or a scene",
                        advice: "Move the line to assemble(_:) of the plugin"))
            }
        }
        return failures
    }

    private func unknown(
        _ point: PluginExtensionPoints.Point, extendedBy plugin: String, known: Set<BindingKey>
    ) -> HostFailure {
        let names = known.map { "\($0)" }.sorted()
        let near = Suggestion.nearest(to: "\(point.key)", among: names).map { " (did you mean \($0)?)" } ?? ""
        return HostFailure(
            .software,
            "\(point.location): the plugin \(plugin) extends \(point.key), but no plugin of this daemon declares this "
                + "extension point\(near)",
            advice: "Add the plugin that declares it to the daemon, or remove the contribution")
    }
}
