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

/// The state of a scope, which its lock protects.
struct ScopeState: Sendable {
    enum Phase: UInt8, Sendable {
        /// The instances are being created.
        case opening
        /// The scope can be used.
        case open
        /// The scope rejects new dependents.
        case closing
        /// The instances are released.
        case closed
    }

    /// The number of scopes that were opened from one nested plan.
    struct Counter: Sendable {
        var open = 0
        var opened = 0
    }

    var phase = Phase.opening
    /// The number of tasks that read the slots, which the scope must not empty meanwhile.
    var readers = 0
    /// The scopes that must close before this one.
    var dependents = DependentList()
    /// The position of this scope among the dependents of its parent.
    var position = 0
    /// The counters of the nested plans.
    var counters: [Counter]
    /// The state that few scopes need; nil until it is needed.
    var extra: Extra?

    init(nestedCount: Int) {
        counters = nestedCount == 0 ? [] : Array(repeating: Counter(), count: nestedCount)
    }

    /// Returns the state that few scopes need, and creates it at the first call.
    mutating func makeExtra() -> Extra {
        if let extra { return extra }
        let made = Extra()
        extra = made
        return made
    }

    /// The state that few scopes need.
    final class Extra: @unchecked Sendable {
        // Unchecked, because the properties are variables. The object belongs to the state of one scope, and is
        // accessed only while the lock of that scope is held.

        /// The instances that were created asynchronously or lazily, by slot; in a plan with asynchronous factories, also
        /// the other instances while the scope opens.
        var instances: [Int: AnyInstance] = [:]
        /// The instances that were not created in the order of the plan, in the order of creation.
        var created: [CreatedInstance] = []
        /// The running or awaited constructions, by slot.
        var constructions: [Int: Construction] = [:]
        /// The constructions with synchronous initializers that still run after their time limit.
        var overdue: [ObjectIdentifier: Construction] = [:]
        /// The constructions with asynchronous initializers that still run after their time limit.
        var abandoned: [ObjectIdentifier: Construction] = [:]
        /// The duration of each construction, by slot, where it is measured.
        var durations: [Int: Duration] = [:]
        /// The cells of slots with a ``Live``.
        var cells: [Int: Cell] = [:]
        /// The cells of exports of the children.
        var exportCells: [ExportKey: Cell] = [:]
        /// The positions of this scope among the dependents of its imports.
        var importPositions: [(owner: ScopeCore, position: Int)] = []
        /// Whether the exports are hidden from siblings until they are published.
        var isWithheld = false
        /// Completed when the opening has ended.
        var opened: Completion<Void>?
        /// Completed when the scope has closed.
        var closed: Completion<ClosingReport>?
        /// Completed when no reader is left.
        var readersGone: Completion<Void>?
    }

    /// The key of a cell that a parent keeps: the name of the exporting child, and the exported key.
    struct ExportKey: Hashable, Sendable {
        let child: String
        let key: BindingKey
    }
}

/// An instance that was not created in the order of the plan.
struct CreatedInstance: Sendable {
    let instance: AnyInstance
    /// The lazy section that created the instance, or nil for the opening.
    let section: Int?
    /// The number of the step in that section.
    let step: Int
    /// The slot of the scope, or nil for a transient dependency of a lazy instance.
    let slot: Int?
}

/// The scopes that must close before a scope: its children, and the scopes that import from it.
struct DependentList: Sendable {
    struct Dependent: Sendable {
        let scope: ScopeCore
        let isChild: Bool
        fileprivate let number: Int
    }

    private var entries: ContiguousArray<Dependent?> = []
    private var vacant: [Int] = []
    private var lastNumber = 0

    var isEmpty: Bool { entries.count == vacant.count }

    /// Adds a dependent.
    ///
    /// - Returns: The position of the dependent, for ``remove(at:)``.
    mutating func insert(_ scope: ScopeCore, isChild: Bool) -> Int {
        lastNumber += 1
        let dependent = Dependent(scope: scope, isChild: isChild, number: lastNumber)
        if let position = vacant.popLast() {
            entries[position] = dependent
            return position
        }
        entries.append(dependent)
        return entries.count - 1
    }

    /// Removes a dependent.
    ///
    /// - Returns: The dependent, which the caller releases after it has released the lock.
    mutating func remove(at position: Int) -> Dependent? {
        if position == entries.count - 1 { return entries.removeLast() }
        vacant.append(position)
        return entries[position].take()
    }

    /// The dependents, in the order of opening.
    var all: [Dependent] {
        entries.compactMap(\.self).sorted { $0.number < $1.number }
    }
}

extension ScopeCore {
    /// Registers this scope with its parent and its imports, so that they stay open.
    ///
    /// - Throws: ``OpeningError`` with the path of the first scope that is not open. This scope is then not registered.
    /// - Returns: The position among the dependents of the parent.
    func register() throws(OpeningError) -> Int {
        var position = 0
        if let parent {
            guard let entered = parent.insertChild(self) else { throw notOpen(parent) }
            position = entered
        }
        if imports.isEmpty { return position }
        var positions: [(owner: ScopeCore, position: Int)] = []
        for owner in imports {
            guard let entered = owner.insertImporter(self) else {
                for (owner, position) in positions { owner.removeImporter(at: position) }
                parent?.removeChild(self, at: position)
                throw notOpen(owner)
            }
            positions.append((owner, entered))
        }
        state.withLock { [positions] state in state.makeExtra().importPositions = positions }
        return position
    }

    private func notOpen(_ owner: ScopeCore) -> OpeningError {
        OpeningError(
            scope: path, cause: .scopeClosed(ScopeClosed(scope: owner.path)), closing: ClosingReport(scope: path))
    }

    /// Removes this scope, which has closed, from its parent and its imports.
    func unregister() {
        let (position, positions) = state.withLock { state in
            defer { state.extra?.importPositions = [] }
            return (state.position, state.extra?.importPositions ?? [])
        }
        for (owner, position) in positions { owner.removeImporter(at: position) }
        parent?.removeChild(self, at: position)
    }

    /// The children that are not closed, in the order of opening.
    var children: [ScopeCore] {
        state.withLock { state in state.dependents.all.filter(\.isChild).map(\.scope) }
    }

    /// The scopes that import from this one and are not closed, in the order of opening.
    var importers: [ScopeCore] {
        state.withLock { state in state.dependents.all.filter { !$0.isChild }.map(\.scope) }
    }

    private func insertChild(_ child: ScopeCore) -> Int? {
        let index = child.plan.indexInParent
        return state.withLock { state in
            guard state.phase == .open else { return nil }
            if let index {
                state.counters[index].open += 1
                state.counters[index].opened += 1
            }
            return state.dependents.insert(child, isChild: true)
        }
    }

    func removeChild(_ child: ScopeCore, at position: Int) {
        let index = child.plan.indexInParent
        state.withLock { state in
            // The child is referenced by the caller, so that it is not released here.
            _ = state.dependents.remove(at: position)
            if let index { state.counters[index].open -= 1 }
        }
    }

    private func insertImporter(_ importer: ScopeCore) -> Int? {
        state.withLock { state in
            guard state.phase == .open else { return nil }
            return state.dependents.insert(importer, isChild: false)
        }
    }

    private func removeImporter(at position: Int) {
        // The importer is released after the lock.
        _ = state.withLock { $0.dependents.remove(at: position) }
    }
}

extension ScopeCore {
    /// Keeps the scope from releasing its instances until ``endReading()``.
    func beginReading() throws(ScopeClosed) {
        let isOpen = state.withLock { state in
            guard state.phase == .open else { return false }
            state.readers += 1
            return true
        }
        if !isOpen { throw ScopeClosed(scope: path) }
    }

    func endReading() {
        let readersGone = state.withLock { state -> Completion<Void>? in
            state.readers -= 1
            return state.readers == 0 ? state.extra?.readersGone : nil
        }
        readersGone?.complete(with: ())
    }

    /// Waits until no reader is left.
    nonisolated(nonsending) func waitForReaders() async {
        let readersGone = state.withLock { state -> Completion<Void>? in
            if state.readers == 0 { return nil }
            let readersGone = Completion<Void>()
            state.makeExtra().readersGone = readersGone
            return readersGone
        }
        await readersGone?.wait()
    }
}
