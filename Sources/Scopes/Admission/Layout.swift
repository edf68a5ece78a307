/// What scopes under a scope, and beside it, have to know of its plan.
///
/// It is apart from the plan, so that a nested plan can hold on to its parent's layout while the parent's plan holds
/// on to the nested plan.
final class Layout: Sendable {
    let blueprint: Blueprint
    let table: BindingTable
    let parent: Layout?
    let imports: [Layout]
    let path: String

    /// Where the needs of each binding are met.
    let references: Lists<Reference>

    /// What the references lead to.
    let targets: ReferenceTargets

    /// For each binding, whether it is made when the scope opens.
    let isEager: FlatList<Bool>

    /// For each binding, whether it is made anew for each that asks.
    let isTransient: FlatList<Bool>

    /// Whether one of them is.
    let hasTransients: Bool

    /// For each binding, where its slot is in the region.
    let offsets: FlatList<Int32>

    /// Where the lists are, and those of the plan.
    let arena: Arena

    /// Where the region ends, as far as the bindings' own slots go.
    let regionSize: Int

    init(_ level: Level, parent: Layout?, imports: [Layout]) {
        blueprint = level.blueprint
        table = level.table
        path = level.path
        self.parent = parent
        self.imports = imports
        references = level.references
        targets = level.targets
        arena = level.arena
        hasTransients = level.hasTransients
        isEager = level.isEager
        isTransient = level.isTransient
        offsets = level.offsets
        regionSize = level.regionSize
    }

    /// Follows a route from this layout.
    func layout(at route: Route) -> Layout {
        var found = self
        for hop in route.hops {
            switch hop {
            case .up:
                guard let parent = found.parent else {
                    preconditionFailure("a route leads through a scope's ancestors, which are there")
                }
                found = parent
            case .imported(let index):
                found = found.imports[index]
            }
        }
        return found
    }
}
