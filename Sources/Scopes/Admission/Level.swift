/// A scope as admission sees it: new ones that are being checked, and those that have been admitted before.
final class Level {
    let blueprint: Blueprint
    let table: BindingTable
    let parent: Level?
    let path: String

    /// The layout of a scope that was admitted before, or that this admission has accepted.
    private(set) var layout: Layout?

    /// The new scopes nested in this new one.
    private(set) var nested: [Level] = []

    /// The levels that this one takes instances from directly.
    private(set) var imports: [Level] = []

    /// What is provided somewhere inside this scope, with the path of the scope that does: the outermost, then the first.
    private(set) lazy var providedInside: [BindingKey: (path: String, binding: Binding)] = {
        var found: [BindingKey: (path: String, binding: Binding)] = [:]
        for blueprint in blueprint.nested { blueprint.collectProvided(under: path, into: &found) }
        return found
    }()

    // What resolving and ordering find out.
    var usedImports: Set<BindingKey> = []
    var references: Lists<Reference>
    /// What the references lead to.
    var targets = ReferenceTargets()
    var exit: Reference?
    var order: [Int32] = []
    /// For each binding, whether it is made when the scope opens; until the order is decided, whether it is by itself.
    var isEager: FlatList<Bool>
    var isTransient: FlatList<Bool>
    /// For each binding, where its slot is in the region.
    var offsets: FlatList<Int32>
    /// Where the region ends, as far as the bindings' own slots go.
    var regionSize = MemoryLayout<RegionHeader>.size
    /// Whether a binding is made at its first use.
    var hasLazy = false
    /// Whether a binding is made anew for each that asks.
    var hasTransients = false

    /// Where the lists of the scope are, and those of its plan.
    let arena: Arena

    /// A new scope, with those nested in it.
    init(_ blueprint: Blueprint, under parent: Level?) {
        self.blueprint = blueprint
        self.parent = parent
        let count = blueprint.bindings.count
        arena = Arena(size: Self.arenaSize(count: count))
        table = BindingTable(blueprint, in: arena)
        references = Lists(in: arena, capacity: count)
        isEager = FlatList(in: arena, capacity: count)
        isTransient = FlatList(in: arena, capacity: count)
        offsets = FlatList(in: arena, capacity: count)
        path = parent.map { $0.path + "/" + blueprint.name } ?? blueprint.name
        nested = blueprint.nested.map { Level($0, under: self) }
    }

    /// A scope that was admitted before.
    init(_ layout: Layout) {
        blueprint = layout.blueprint
        table = layout.table
        parent = layout.parent.map { Level($0) }
        path = layout.path
        self.layout = layout
        arena = layout.arena
        references = layout.references
        targets = layout.targets
        isEager = layout.isEager
        isTransient = layout.isTransient
        offsets = layout.offsets
    }

    /// How many bytes the lists of a scope and its plan take, if its bindings have three needs each.
    private static func arenaSize(count: Int) -> Int {
        KeyIndex.size(count: count) + Lists<Reference>.size(count: count)
            + count * (2 * MemoryLayout<Bool>.stride + MemoryLayout<Int32>.stride) + 32
            + CompiledPlan.arenaSize(count: count)
    }

    /// Whether its owner opens it, with the imports that it needs.
    var isOwned: Bool {
        if case .owned = blueprint.kind { true } else { false }
    }

    /// Whether an object opens it that has the right to.
    var isScene: Bool {
        if case .scene = blueprint.kind { true } else { false }
    }

    /// Whether a scope holds this one, or is this one.
    ///
    /// - Parameter other: The path of the scope.
    /// - Returns: Whether it does.
    func isInside(_ other: String) -> Bool {
        path == other || path.hasPrefix("\(other)/")
    }

    /// Whether two levels stand for the same scope.
    func isSame(as other: Level) -> Bool {
        self === other || (layout != nil && layout === other.layout)
    }

    /// The new levels of this tree, outermost first.
    var tree: [Level] {
        [self] + nested.flatMap(\.tree)
    }

    /// The place of an exporter among the imports.
    func importIndex(of exporter: Level) -> Int {
        if let index = imports.firstIndex(where: { $0 === exporter }) { return index }
        imports.append(exporter)
        return imports.count - 1
    }

    /// Turns what was found out into a plan, with the plans of nested levels.
    ///
    /// What it imports from has been accepted.
    func accept(indexInParent: Int? = nil) -> Plan {
        let layout = Layout(self, parent: parent?.layout, imports: imports.compactMap(\.layout))
        self.layout = layout
        let plans = nested.enumerated().map { $1.accept(indexInParent: $0) }
        let compiled = CompiledPlan(
            PlanLinker(self, layout).link(), isTimed: isOwned, nestedCount: plans.count)
        return Plan(layout: layout, compiled: compiled, nestedPlans: plans, indexInParent: indexInParent)
    }
}

extension Blueprint {
    fileprivate func collectProvided(
        under parent: String, into found: inout [BindingKey: (path: String, binding: Binding)]
    ) {
        let path = parent + "/" + name
        for binding in bindings where binding.role != .contribution && found[binding.key] == nil {
            found[binding.key] = (path, binding)
        }
        for blueprint in nested { blueprint.collectProvided(under: path, into: &found) }
    }
}
