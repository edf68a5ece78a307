/// A scope during validation: a new one, or one that was validated before.
final class ScopeNode {
    let blueprint: Blueprint
    let table: BindingTable
    let parent: ScopeNode?
    let path: String

    /// The result, for a scope that was validated before or that this validation has accepted.
    private(set) var planned: PlannedScope?

    /// The nested scopes, for a scope that is being validated.
    private(set) var nested: [ScopeNode] = []

    /// The scopes from which a new scope imports instances.
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
    /// The bindings, dependencies first.
    private(set) var order: [Int] = []
    /// For each binding, whether its instance is created when the scope opens.
    private var isEager: [Bool] = []

    /// Creates a node for a new scope, and nodes for the scopes nested in it.
    init(_ blueprint: Blueprint, under parent: ScopeNode?) {
        self.blueprint = blueprint
        self.parent = parent
        table = BindingTable(blueprint)
        path = parent.map { $0.path + "/" + blueprint.name } ?? blueprint.name
        nested = blueprint.nested.map { ScopeNode($0, under: self) }
    }

    /// Creates a node for a scope that was validated before.
    init(_ plan: Plan) {
        blueprint = plan.blueprint
        table = plan.scope.table
        parent = plan.parent.map { ScopeNode($0) }
        path = plan.path
        planned = plan.scope
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
        self === other || (planned != nil && planned === other.planned)
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

    /// Returns whether the instance at an address is created when its scope opens.
    func createsAtOpening(_ address: Address) -> Bool {
        var node = self
        for _ in 0..<address.outward {
            guard let parent = node.parent else { preconditionFailure("an address leads to an ancestor, which exists") }
            node = parent
        }
        guard let imported = address.imported else { return node.createsAtOpening(address.slot) }
        if let planned = node.planned { return planned.imports[imported].steps[address.slot].isEager }
        return node.imports[imported].createsAtOpening(address.slot)
    }

    /// Returns whether the instance of a binding is created when the scope opens.
    func createsAtOpening(_ index: Int) -> Bool { planned?.steps[index].isEager ?? isEager[index] }

    /// Plans this scope and the scopes nested in it.
    ///
    /// The nodes from which this node imports must have been accepted before.
    ///
    /// - Parameter index: The index among the nested scopes of the parent; nil for a scope that is validated separately.
    /// - Returns: The planned scope.
    func accept(_ index: Int? = nil) -> PlannedScope {
        var enclosing: [ContiguousArray<Step>] = []
        var next = parent
        while let outer = next {
            enclosing.append(outer.planned?.steps ?? outer.steps)
            next = outer.parent
        }
        steps = StepLinker(self, enclosing: enclosing).steps
        let scope = PlannedScope(
            self, index: index, steps: steps, imports: imports.compactMap(\.planned),
            nested: nested.enumerated().map { $1.accept($0) })
        planned = scope
        return scope
    }

    /// The steps of a scope whose nested scopes are being planned.
    private var steps: ContiguousArray<Step> = []
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
            references[index].flatMap(\.instances).filter(\.isOwn).map(\.slot)
        }
        order = result.order
        determineEagerness()
        return result.cycles
    }

    /// Determines which instances are created when the scope opens.
    ///
    /// These are the instances that are not lazy, those that are requested as `Live`, and all instances that they require, also
    /// through transient bindings.
    private func determineEagerness() {
        let bindings = blueprint.bindings
        isEager = bindings.map { !$0.isLazy && !$0.isTransient }
        if !isEager.contains(false) { return }
        for case .live(let address) in references.joined() where address.isOwn { isEager[address.slot] = true }
        if let model { isEager[model] = true }
        var remaining = isEager.indices.filter { isEager[$0] }
        var isVisited = isEager
        while let index = remaining.popLast() {
            if !bindings[index].isTransient { isEager[index] = true }
            for address in references[index].flatMap(\.instances) where address.isOwn && !isVisited[address.slot] {
                isVisited[address.slot] = true
                remaining.append(address.slot)
            }
        }
    }
}
