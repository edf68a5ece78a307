extension ScopeCore {
    /// Where a scope is in its life.
    enum Phase: UInt8, Sendable {
        /// Its instances are being made.
        case opening
        /// It can be used.
        case open
        /// It takes nobody in any more.
        case closing
        /// Its instances are gone.
        case closed
    }

    /// What the lock guards.
    struct State: Sendable {
        var phase = Phase.opening
        /// Whether it takes in no more sessions.
        var isDraining = false
        /// How many of its owners are reading instances.
        var readers = 0
        /// The child that was opened first, of those that are not closed.
        ///
        /// The list holds on to each.
        var first: Unmanaged<ScopeCore>?
        /// The child that was opened last, of those that are not closed.
        var last: Unmanaged<ScopeCore>?
        /// How many sessions and scenes are in the list.
        var sceneCount = 0
        /// The last number that was given out, to a dependent or to one that waits.
        var lastNumber = 0
        /// What few scopes need.
        var extra: Extra?

        mutating func number() -> Int {
            lastNumber += 1
            return lastNumber
        }

        /// What few scopes need, made when it is needed.
        mutating func makeExtra() -> Extra {
            if let extra { return extra }
            let made = Extra()
            extra = made
            return made
        }
    }

    /// What few scopes need.
    final class Extra: @unchecked Sendable {
        // Unchecked, because its properties are variables. It belongs to the state of one scope, and is touched under
        // that scope's lock alone.

        /// What was made beside the plan's order, in the order of making: by a plan with asynchronous bindings, or
        /// lazily.
        var made: [Int] = []
        /// Which slots those are.
        private var built: Set<Int> = []
        /// The builders of lazy and asynchronous bindings, by slot.
        var jobs: [Int: JobEntry] = [:]
        /// What other scopes read of slots that may be taken back.
        var claims: [Int: Claims] = [:]
        /// In a root, who waits for whom in its tree.
        var waitGraph: WaitGraph?
        /// How long making took, by slot, where that is measured.
        var durations: [Int: Duration] = [:]
        /// The cells of slots that somebody has a `Live` or `Lazy` of.
        var cells: [Int: AnyCell] = [:]
        /// The cells for what children export.
        var exchange: [ExchangeKey: AnyCell] = [:]
        /// The scopes that this one imports from, in the order of its plan.
        var imports: [ScopeCore] = []
        /// The scopes that import from this one, in the order of opening.
        var importers: [Dependent] = []
        /// This scope's places among the dependents of those that it imports from.
        var places: [Place] = []
        /// Whether what the scope exports is kept from those beside it until it takes the place of another.
        var isWithheld = false
        /// Whether the scope is being replaced, so that nobody may import from it any more.
        var isLeaving = false
        /// Those that wait for the end of the opening.
        var awaitingOpening: [CheckedContinuation<Void, Never>] = []
        /// Those that wait for the report of the closing.
        var awaitingReport: [CheckedContinuation<ClosingReport, Never>] = []
        /// The one that waits until the readers have gone.
        var awaitingReaders: CheckedContinuation<Void, Never>?
        /// Those that wait until the last session and scene has closed.
        var drains: [Int: Drain] = [:]
        /// What came of closing, if there is anything to tell.
        var report: ClosingReport?

        func isBuilt(_ slot: Int) -> Bool {
            built.contains(slot)
        }

        func noteBuilt(_ slot: Int) {
            made.append(slot)
            built.insert(slot)
        }

        func noteRemoved(_ slot: Int) {
            built.remove(slot)
            made.removeAll { $0 == slot }
        }

        func forgetMade() {
            made = []
            built = []
        }
    }

    /// What a parent keeps a cell for: what one of its children exports.
    struct ExchangeKey: Hashable, Sendable {
        let child: String
        let key: BindingKey
    }

    /// A scope that must close before another.
    struct Dependent: Sendable {
        let number: Int
        let core: ScopeCore
    }

    /// A scope's place among the dependents of another.
    struct Place: Sendable {
        let owner: ScopeCore
        let number: Int
    }
}
