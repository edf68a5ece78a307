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
