import Systemd
import Trellis

extension PluginHost {
    /// The conflicts between the extension points of the enabled plugins: two of them declare the same point, or a
    /// session or a scene contains a declaration or contribution.
    func extensionConflicts(of enabled: [PluginDeclaration]) -> [HostFailure] {
        var failures: [HostFailure] = []
        var declarations: [BindingKey: [(owner: String, location: BindingLocation)]] = [:]
        for point in rootPoints { declarations[point.key, default: []].append(("the daemon", point.location)) }
        for plugin in enabled {
            for point in plugin.extensionPoints.declared {
                declarations[point.key, default: []].append(("the plugin \(plugin.name)", point.location))
            }
        }
        for (point, owners) in declarations.sorted(by: { "\($0.key)" < "\($1.key)" }) where owners.count > 1 {
            let list = owners.map { "\($0.owner) (\($0.location))" }.joined(separator: " and ")
            failures.append(
                HostFailure(
                    .configuration, "the extension point \(point) is declared more than once: by \(list)",
                    advice: "Enable only one of them"))
        }
        for plugin in enabled {
            for point in plugin.extensionPoints.misplaced {
                failures.append(
                    HostFailure(
                        .software,
                        "\(point.location): the plugin \(plugin.name) names the extension point \(point.key) in a "
                            + "session or a scene, whose instances close before those of the plugin",
                        advice: "Move the line to assemble(_:configuration:) of the plugin"))
            }
        }
        return failures
    }

    /// The contributions of enabled plugins to points that no plugin declares.
    ///
    /// A contribution to a point of a disabled plugin is not a problem.
    func unknownPoints(extendedBy enabled: [PluginDeclaration], besides disabled: [PluginDeclaration]) -> [HostFailure]
    {
        func declared(by plugins: [PluginDeclaration]) -> Set<BindingKey> {
            Set(plugins.flatMap { $0.extensionPoints.declared.map(\.key) })
        }
        var known = declared(by: enabled).union(rootPoints.map(\.key))
        let extended = enabled.flatMap { plugin in plugin.extensionPoints.extended.map { (plugin, point: $0) } }
        if extended.allSatisfy({ known.contains($0.point.key) }) { return [] }
        known.formUnion(declared(by: disabled))
        return extended.filter { !known.contains($0.point.key) }.map { plugin, point in
            unknown(point, extendedBy: plugin.name, known: known)
        }
    }

    /// Logs the contributions of enabled plugins to points that no plugin declares.
    ///
    /// The search may assemble the blueprints of disabled plugins, so a start does not wait for it.
    func reportUnknownPoints() {
        let enabled = hostedPlugins.filter(\.plugin.isEnabled).map(\.declaration)
        let disabled = hostedPlugins.filter { !$0.plugin.isEnabled }.map(\.declaration)
        for failure in unknownPoints(extendedBy: enabled, besides: disabled) {
            logger.log(.extensionPointUnknown, "\(failure)")
        }
    }

    /// The extension points of the root scope.
    private var rootPoints: [PluginExtensionPoints.Point] { PluginExtensionPoints(of: rootPlan.blueprint).declared }

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
