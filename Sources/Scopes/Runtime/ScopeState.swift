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
    /// Whether new sessions are rejected.
    var isDraining = false
    /// The number of running ``Scope/withInstances(_:)`` bodies.
    var readers = 0
    /// The scopes that must close before this one.
    var dependents = DependentList()
    /// The number of open sessions and scenes.
    var sceneCount = 0
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
        /// Completed when no session or scene is open.
        var drains: [ObjectIdentifier: Completion<Bool>] = [:]
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
