/// A scope during validation: a new one, or one that was validated before.
final class ScopeNode {
    let blueprint: Blueprint
    let table: BindingTable
    let parent: ScopeNode?
    let path: String

    /// The resolved scope, for one that was validated before or that this validation has accepted.
    private(set) var resolved: ResolvedScope?

    /// The nested scopes, for a scope that is being validated.
    private(set) var nested: [ScopeNode] = []

    /// The scopes from which this one imports instances.
    private(set) var imports: [ScopeNode] = []

    /// The first binding of each key in the scopes inside this one, with the path of its scope.
    private(set) lazy var providedInside: [BindingKey: (path: String, binding: Binding)] = {
        var found: [BindingKey: (path: String, binding: Binding)] = [:]
        for blueprint in blueprint.nested { blueprint.collectProvided(under: path, into: &found) }
        return found
    }()

    // The results of resolution and ordering.
    var unmetInputs: Set<BindingKey> = []
    var references: [[Reference]] = []
    var model: Int?
    var order: [Int] = []
    /// For each binding, whether its instance is created when the scope opens.
    var isEager: [Bool] = []

    /// Creates a node for a new scope, and nodes for the scopes nested in it.
    init(_ blueprint: Blueprint, under parent: ScopeNode?) {
        self.blueprint = blueprint
        self.parent = parent
        table = BindingTable(blueprint)
        path = parent.map { $0.path + "/" + blueprint.name } ?? blueprint.name
        nested = blueprint.nested.map { ScopeNode($0, under: self) }
    }

    /// Creates a node for a scope that was validated before.
    init(_ resolved: ResolvedScope) {
        blueprint = resolved.blueprint
        table = resolved.table
        parent = resolved.parent.map { ScopeNode($0) }
        path = resolved.path
        self.resolved = resolved
    }

    /// Whether an object opens the scope by a ``Scene``.
    var isScene: Bool {
        if case .scene = blueprint.kind { true } else { false }
    }

    /// Returns whether a path is the path of this scope or of one of its ancestors.
    func isInside(_ other: String) -> Bool {
        path == other || path.hasPrefix("\(other)/")
    }

    /// Returns whether two nodes represent the same scope.
    func isSame(as other: ScopeNode) -> Bool {
        self === other || (resolved != nil && resolved === other.resolved)
    }

    /// The node of this scope and the nodes of its nested scopes that are being validated, outermost first.
    var tree: [ScopeNode] {
        [self] + nested.flatMap(\.tree)
    }

    /// Returns the index of an exporter among the imports, and adds the exporter if necessary.
    func importIndex(of exporter: ScopeNode) -> Int {
        if let index = imports.firstIndex(where: { $0 === exporter }) { return index }
        imports.append(exporter)
        return imports.count - 1
    }

    /// Removes the references to other nodes at the end of a validation, because nodes reference each other.
    func dissolve() {
        for node in nested { node.dissolve() }
        (nested, imports) = ([], [])
    }

    /// Creates the resolved scopes of this node and of the nodes nested in it.
    ///
    /// The nodes from which this node imports must have been accepted before.
    func accept() -> ResolvedTree {
        let scope = ResolvedScope(self, parent: parent?.resolved, imports: imports.compactMap(\.resolved))
        resolved = scope
        return ResolvedTree(scope: scope, nested: nested.map { $0.accept() })
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

extension ScopeNode {
    /// Determines the order in which the instances are created, and which of them are created when the scope opens.
    ///
    /// - Returns: The bindings of each cycle.
    func determineOrder() -> [[Int]] {
        let result = DepthFirstOrder(count: references.count) { index in
            var inputs: [Int] = []
            for reference in references[index] { reference.forEachOwnInput { inputs.append($0) } }
            return inputs
        }
        order = result.order
        determineEagerness()
        return result.cycles
    }

    /// Determines which instances are created when the scope opens.
    ///
    /// These are the instances that are not lazy, and all instances that they require, also through transient bindings.
    private func determineEagerness() {
        isEager = blueprint.bindings.map { !$0.isLazy && !$0.isTransient }
        if !isEager.contains(false) { return }
        var remaining = isEager.indices.filter { isEager[$0] }
        if let model { remaining.append(model) }
        var isVisited = isEager
        while let index = remaining.popLast() {
            if !blueprint.bindings[index].isTransient { isEager[index] = true }
            for reference in references[index] {
                reference.forEachOwnPrerequisite { input in
                    if isVisited[input] { return }
                    isVisited[input] = true
                    remaining.append(input)
                }
            }
        }
    }
}

extension Reference {
    /// Calls a closure with the bindings of the same scope whose instances must be created first.
    func forEachOwnInput(_ body: (Int) -> Void) {
        switch self {
        case .instance(let target) where target.isOwn: body(target.index)
        case .all(let targets): for target in targets where target.isOwn { body(target.index) }
        default: break
        }
    }

    /// Calls a closure with the bindings of the same scope whose instances must be created, in any order.
    func forEachOwnPrerequisite(_ body: (Int) -> Void) {
        forEachOwnInput(body)
        if case .live(let target) = self, target.isOwn { body(target.index) }
    }
}

/// The bindings of a blueprint, by key.
struct BindingTable: Sendable {
    /// The index of the binding that provides a key.
    private(set) var index: [BindingKey: Int] = [:]

    /// The indices of the contributions to a key, in the order of declaration.
    private(set) var contributions: [BindingKey: [Int]] = [:]

    /// The bindings whose key an earlier binding already has, with the index of the earlier one.
    private(set) var duplicates: [(index: Int, earlier: Int)] = []

    /// The keys that siblings can request directly.
    private(set) var exports: Set<BindingKey> = []

    /// The bindings that siblings can request as `Live`: the exports of this scope, and those of nested scopes.
    private(set) var liveExports: [BindingKey: Binding] = [:]

    /// The keys that several nested scopes export and this scope does not, each with a second binding.
    private(set) var liveConflicts: [BindingKey: Binding] = [:]

    init(_ blueprint: Blueprint) {
        index.reserveCapacity(blueprint.bindings.count)
        for (position, binding) in blueprint.bindings.enumerated() {
            let key = binding.key
            switch binding.role {
            case .afterCreation: break
            case .contribution: contributions[key, default: []].append(position)
            case .provision, .scene, .arguments:
                if let earlier = index[key] { duplicates.append((position, earlier)) } else { index[key] = position }
            }
        }
        for export in blueprint.exports {
            guard let position = index[export.key] else { continue }
            exports.insert(export.key)
            liveExports[export.key] = blueprint.bindings[position]
        }
        for nested in blueprint.nested where nested.isOwned && !(nested.exports.isEmpty && nested.nested.isEmpty) {
            let inside = BindingTable(nested)
            for (key, binding) in inside.liveExports where !exports.contains(key) {
                if liveExports[key] == nil {
                    liveExports[key] = binding
                    liveConflicts[key] = inside.liveConflicts[key]
                } else {
                    liveConflicts[key] = binding
                }
            }
        }
    }
}

/// A validated blueprint, with the data that siblings and descendants use.
///
/// The type is separate from the plan, so that a nested plan can reference the resolved scope of its parent while the
/// parent's plan references the nested plan.
final class ResolvedScope: Sendable {
    let blueprint: Blueprint
    let table: BindingTable
    let parent: ResolvedScope?
    /// The scopes from which instances are imported.
    let imports: [ResolvedScope]
    let path: String

    /// The targets of each binding's requirements.
    let references: [[Reference]]

    /// For each binding, whether its instance is created when the scope opens.
    let isEager: [Bool]

    /// The bindings, dependencies first.
    let order: [Int]

    /// The target of a scene's model.
    let model: Int?

    init(_ node: ScopeNode, parent: ResolvedScope?, imports: [ResolvedScope]) {
        blueprint = node.blueprint
        table = node.table
        path = node.path
        self.parent = parent
        self.imports = imports
        references = node.references
        isEager = node.isEager
        order = node.order
        model = node.model
    }

    /// The bindings that another binding of the scope requires as ``Live``.
    var ownCells: Set<Int> {
        var found: Set<Int> = []
        for references in references {
            for case .live(let target) in references where target.isOwn { found.insert(target.index) }
        }
        return found
    }

    /// Returns the resolved scope at the end of a route.
    func scope(at route: Route) -> ResolvedScope {
        var found = self
        for hop in route.hops {
            switch hop {
            case .up:
                guard let parent = found.parent else {
                    preconditionFailure("a route leads to an ancestor, which exists")
                }
                found = parent
            case .imported(let index):
                found = found.imports[index]
            }
        }
        return found
    }
}

/// A resolved scope, and the resolved scopes nested in it.
struct ResolvedTree {
    let scope: ResolvedScope
    let nested: [ResolvedTree]
}
