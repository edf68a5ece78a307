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
