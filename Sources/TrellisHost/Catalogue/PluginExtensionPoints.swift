import HostConfiguration
import Trellis

/// The extension points that a plugin declares, and those that it extends.
struct PluginExtensionPoints: Sendable {
    /// An extension point with the source location of its declaration or of a contribution.
    struct Point: Sendable {
        /// The key of the type.
        var key: BindingKey

        /// The source location.
        var location: BindingLocation
    }

    /// The points that the plugin declares.
    var declared: [Point] = []

    /// The points to which the plugin contributes, once for each contribution.
    var extended: [Point] = []

    /// The declarations and contributions in sessions and scenes, which the host does not read.
    var misplaced: [Point] = []

    /// Reads the points of the blueprint of a plugin or of the root.
    init(of blueprint: Blueprint) {
        add(blueprint, isScene: false)
        for nested in blueprint.nested { add(nested, isScene: nested.name != ConfiguredPlugin.generation) }
    }

    private mutating func add(_ blueprint: Blueprint, isScene: Bool) {
        let declared = blueprint.declaredPoints.map { Point(key: $0.list.point, location: $0.location) }
        let extended = blueprint.extendedPoints.map { Point(key: $0.contribution.point, location: $0.location) }
        if isScene {
            misplaced += declared + extended
        } else {
            self.declared += declared
            self.extended += extended
        }
        if isScene || blueprint.name == ConfiguredPlugin.generation {
            for nested in blueprint.nested { add(nested, isScene: true) }
        }
    }
}

/// The extension points of the enabled plugins and of the root, and the plugins that contribute to them.
struct ExtensionRelations: Sendable {
    /// A plugin, or the root if the name is nil, with the location of its line.
    private struct Side: Sendable {
        let plugin: String?
        let key: BindingKey
        let location: BindingLocation
    }

    /// An extension point of a plugin, with the names of its contributors.
    struct Point: Sendable, Encodable {
        let point: String
        let extendedBy: [String]
    }

    /// A contribution of a plugin: the extension point, and the plugin that declares it; nil for the daemon.
    struct Contribution: Sendable, Hashable, Encodable {
        let point: String
        let plugin: String?
    }

    private let declared: [Side]
    private let extended: [Side]

    /// Relates declarations and contributions.
    ///
    /// - Parameters:
    ///   - root: The points of the root.
    ///   - plugins: The names and the points of the enabled plugins.
    init(root: PluginExtensionPoints, plugins: [(name: String, points: PluginExtensionPoints)]) {
        func side(_ plugin: String?) -> (PluginExtensionPoints.Point) -> Side {
            { Side(plugin: plugin, key: $0.key, location: $0.location) }
        }
        declared = root.declared.map(side(nil)) + plugins.flatMap { $0.points.declared.map(side($0.name)) }
        extended = plugins.flatMap { $0.points.extended.map(side($0.name)) }
    }

    /// The extension points of a plugin; nil for those of the root.
    func points(of plugin: String?) -> [Point] {
        declared.filter { $0.plugin == plugin }.map { point in
            let names = extended.filter { $0.key == point.key }.compactMap(\.plugin)
            return Point(point: "\(point.key)", extendedBy: Set(names).sorted())
        }
    }

    /// The contributions of a plugin to points that the root or an enabled plugin declares, each once.
    func contributions(of plugin: String?) -> [Contribution] {
        var found: [Contribution] = []
        for side in extended where side.plugin == plugin {
            for point in declared where point.key == side.key {
                let contribution = Contribution(point: "\(point.key)", plugin: point.plugin)
                if !found.contains(contribution) { found.append(contribution) }
            }
        }
        return found
    }

    /// The contributions as links between the bindings of the graphs of plugins.
    func links(in graphs: [String: Graph]) -> [Graph.Link] {
        func binding(_ side: Side) -> Graph.Target? {
            guard let graph = graphs[side.plugin ?? RootScope.section] else { return nil }
            for scope in graph.scopes {
                let index = scope.instances.firstIndex { $0.location == side.location }
                if let index { return Graph.Target(scope: scope.path, index: index) }
            }
            return nil
        }
        return extended.flatMap { side in
            declared.filter { $0.key == side.key }.compactMap { point in
                guard let from = binding(side), let to = binding(point) else { return nil }
                return Graph.Link(from: from, to: to, label: "extends")
            }
        }
    }
}

/// The graph of a plugin, with its extension points and those that it extends.
struct PluginGraph: Encodable, CustomStringConvertible {
    private let root: Graph.Scope
    private let extensionPoints: [ExtensionRelations.Point]
    private let extends: [ExtensionRelations.Contribution]
    private let text: String

    /// Adds the relations of a plugin to its graph; nil for the root.
    init(_ graph: Graph, of plugin: String?, relations: ExtensionRelations) {
        root = graph.root
        text = graph.description
        extensionPoints = relations.points(of: plugin)
        extends = relations.contributions(of: plugin)
    }

    private enum CodingKeys: String, CodingKey {
        case root, extensionPoints, extends
    }

    /// The graph, a line for each extension point, and a line for each extended one.
    var description: String {
        let points = extensionPoints.map {
            "extension point \($0.point): "
                + ($0.extendedBy.isEmpty ? "not extended" : "extended by \($0.extendedBy.joined(separator: ", "))")
        }
        let contributions = extends.map { "extends \($0.point) of \($0.plugin ?? "the daemon")" }
        return ([text] + points + contributions).joined(separator: "\n")
    }
}
