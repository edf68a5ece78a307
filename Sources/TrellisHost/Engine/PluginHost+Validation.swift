import HostConfiguration
import HostInterface
import HostSupport
import Trellis

import enum Systemd.ExitStatus

extension PluginHost {
    /// The conflicts between the enabled plugins: their interfaces, and their extension points.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, which enables plugins.
    ///   - new: The declarations that replace the present ones. Default: none.
    ///   - findsUnknownPoints: Whether to search for contributions to points that no plugin declares. The search may
    ///     assemble the blueprints of disabled plugins. Default: true.
    /// - Returns: The conflicts.
    func conflicts(
        in configuration: LoadedConfiguration, replacing new: [Supervision.Index: PluginDeclaration] = [:],
        findingUnknownPoints findsUnknownPoints: Bool = true
    ) -> [HostFailure] {
        var (enabled, disabled): ([PluginDeclaration], [PluginDeclaration]) = ([], [])
        for index in hostedPlugins.indices {
            let declaration = new[index] ?? hostedPlugins[index].declaration
            if configuration.plugins[index].isEnabled {
                enabled.append(declaration)
            } else {
                disabled.append(declaration)
            }
        }
        return interfaceConflicts(of: enabled) + extensionConflicts(of: enabled)
            + (findsUnknownPoints ? unknownPoints(extendedBy: enabled, besides: disabled) : [])
    }

    /// Rejects conflicts between the enabled plugins, as the daemon does.
    ///
    /// - Parameter findsUnknownPoints: Whether to reject contributions to points that no plugin declares. Default: true.
    /// - Throws: `HostFailure` with every conflict.
    package func rejectConflicts(findingUnknownPoints findsUnknownPoints: Bool = true) throws(HostFailure) {
        let conflicts = conflicts(in: configuration, findingUnknownPoints: findsUnknownPoints)
        if let failure = HostFailure(joining: conflicts) { throw failure }
    }

    /// The conflicts between interfaces: two enabled plugins, or a plugin and the daemon, serve the same one.
    private func interfaceConflicts(of enabled: [PluginDeclaration]) -> [HostFailure] {
        struct Owner {
            let plugin: String
            let location: BindingLocation
        }
        var owners: [String: [Owner]] = [:]
        for declaration in enabled {
            for served in declaration.blueprint.servedInterfaces {
                let owner = Owner(plugin: declaration.name, location: served.location)
                owners[served.name, default: []].append(owner)
            }
        }
        let reserved = [ServiceContract.contract, HostContract.contract, SystemdServiceContract.contract].map(\.name)
        return owners.sorted { $0.key < $1.key }.compactMap { interface, owners in
            if reserved.contains(interface) {
                return HostFailure(
                    .software,
                    "\(owners[0].location): the plugin \(owners[0].plugin) serves \(interface), which is an interface of "
                        + "the daemon",
                    advice: "Give the interface another name in its contract")
            }
            guard owners.count > 1 else { return nil }
            guard Set(owners.map(\.plugin)).count > 1 else {
                return HostFailure(
                    .software,
                    "\(owners[1].location): the plugin \(owners[0].plugin) serves the interface \(interface) twice, first "
                        + "at \(owners[0].location)",
                    advice: "Remove one of the two lines")
            }
            let list = owners.map { "\($0.plugin) (\($0.location))" }.joined(separator: " and ")
            return HostFailure(
                .configuration, "the plugins \(list) serve the same interface \(interface)",
                advice: "Enable only one of them, or rename the interface in the contract of one of them")
        }
    }

    /// The failures of the enabled plugins that reject their configuration or credentials.
    package func validationFailures() -> [(isRequired: Bool, failure: HostFailure)] {
        hostedPlugins.filter(\.plugin.isEnabled).compactMap { hosted in
            do {
                try hosted.plugin.validate(hosted.environment)
                return nil
            } catch {
                let failure = HostFailure(starting: hosted.name, error)
                return (hosted.plugin.supervision.required, failure)
            }
        }
    }
}

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
