/// An open scope: its instances, and its position in the tree.
final class ScopeCore: ScopeContext {
    let plan: Plan
    let parent: ScopeCore?
    /// The scopes that the plan imports from, in the order of the plan.
    let imports: [ScopeCore]
    /// The imported scopes, which have negative numbers in addresses.
    private let imported: [ScopeCore]
    let slots: Slots
    let state: Lock<ScopeState>

    /// - Parameters:
    ///   - plan: The plan of the scope.
    ///   - parent: The parent; nil for a root.
    ///   - imports: The scopes that the plan imports from, in the order of the plan.
    init(plan: Plan, parent: ScopeCore?, imports: [ScopeCore] = []) {
        self.plan = plan
        self.parent = parent
        self.imports = imports
        let routes = plan.scopeNumbers.imports
        imported = routes.isEmpty ? [] : routes.map { Self.scope(at: $0, parent: parent, imports: imports) }
        slots = Slots(
            count: plan.opening.slotCount, outer: parent?.slots,
            imported: imported.isEmpty ? [] : imported.map(\.slots))
        state = Lock(ScopeState(nestedCount: plan.nestedPlans.count))
    }

    /// Follows a route from a scope that is being created.
    private static func scope(at route: Route, parent: ScopeCore?, imports: [ScopeCore]) -> ScopeCore {
        var (parent, imports) = (parent, imports)
        var found: ScopeCore?
        for hop in route.hops {
            switch hop {
            case .up: found = parent
            case .imported(let index): found = imports[index]
            }
            parent = found?.parent
            imports = found?.imports ?? []
        }
        guard let found else { preconditionFailure("a route leads to an ancestor or an import, which is open") }
        return found
    }

    /// The names of the scopes from the root to this one, joined by slashes.
    var path: String { plan.path }

    /// The source from which the factories of the opening read.
    var source: InstanceSource { InstanceSource(slots: slots, context: self) }

    func owner(_ scope: Int) -> any ScopeContext { core(scope) }

    /// Returns a scope that is visible to this one, by the number in an address.
    func core(_ scope: Int) -> ScopeCore {
        if scope < 0 { return imported[-scope - 1] }
        var found = self
        for _ in 0..<scope {
            guard let parent = found.parent else {
                preconditionFailure("an address leads to an ancestor, which is open")
            }
            found = parent
        }
        return found
    }

    /// Returns the instance of a binding that is created at opening, for the owner of the scope.
    func read<Value: Sendable>(_ type: Value.Type, in slot: Int) throws(ScopeClosed) -> Value {
        let instance = state.withLock { state in state.phase == .open ? slots.instance(in: slot) : nil }
        guard let instance else { throw ScopeClosed(scope: path) }
        return instance.value(as: type)
    }

    var isOpen: Bool {
        state.withLock { $0.phase == .open }
    }

    /// Whether the scope is closing or has closed.
    var isEnding: Bool {
        state.withLock { $0.phase == .closing || $0.phase == .closed }
    }
}
