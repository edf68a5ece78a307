import Foundation
import HostConfiguration
import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// The graphs of the enabled plugins, in the order in which they start.
    ///
    /// The graph of a plugin shows its open scopes with their states, or its validated scopes while it does not run.
    func graphs() -> [(plugin: String, graph: Graph)] {
        let plans = arrangement.withLock(\.plans)
        return plans.order.compactMap { name in
            let open = hostedPlugins.first { $0.name == name }?.life?.scopes?.own
            return (open?.graph() ?? plans[name]?.graph).map { (name, $0) }
        }
    }

    /// The graph of the root scope, without the scopes of the plugins.
    private var rootGraph: Graph {
        Graph(joining: [], in: openRoot.withLock(\.self)?.graph() ?? rootPlan.graph)
    }

    /// The extension points and the contributions of the enabled plugins.
    private var extensionRelations: ExtensionRelations {
        ExtensionRelations(
            root: PluginExtensionPoints(of: rootPlan.blueprint),
            plugins: hostedPlugins.filter(\.plugin.isEnabled).map { ($0.name, $0.declaration.extensionPoints) })
    }

    /// The graphs of the root scope and of the enabled plugins as text, with their extension points and those that they extend.
    ///
    /// - Parameters:
    ///   - name: The plugin, or `root`; nil for all.
    ///   - format: The format.
    /// - Returns: One graph for the root scope and for each plugin; in the formats `dot` and `mermaid`, a single graph without a name.
    /// - Throws: `HostError` when the plugin is unknown or disabled.
    func graphs(
        of name: String?, in format: HostContract.GraphFormat
    ) throws -> [(plugin: String?, text: String)] {
        var graphs = [(plugin: RootScope.section, graph: rootGraph)] + graphs()
        if let name, name == RootScope.section {
            graphs = [graphs[0]]
        } else if let name {
            _ = try index(of: name)
            graphs = graphs.filter { $0.plugin == name }
            if graphs.isEmpty { throw HostError.pluginDisabled(plugin: name) }
        }
        let relations = extensionRelations
        func withRelations(_ plugin: String, _ graph: Graph) -> PluginGraph {
            PluginGraph(graph, of: plugin == RootScope.section ? nil : plugin, relations: relations)
        }
        switch format {
        case .text: return graphs.map { ($0.plugin, "\(withRelations($0.plugin, $0.graph))") }
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try graphs.map {
                ($0.plugin, String(decoding: try encoder.encode(withRelations($0.plugin, $0.graph)), as: UTF8.self))
            }
        case .dot, .mermaid:
            let plugins = graphs.filter { $0.plugin != RootScope.section }
            let all = Graph(joining: plugins.map(\.graph), in: rootGraph)
            let links = relations.links(in: Dictionary(uniqueKeysWithValues: graphs.map { ($0.plugin, $0.graph) }))
            return [(name, format == .dot ? all.dot(with: links) : all.mermaid(with: links))]
        }
    }
}
