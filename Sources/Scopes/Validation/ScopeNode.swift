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
    var usedImports: Set<BindingKey> = []
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
