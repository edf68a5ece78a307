extension ScopeCore {
    /// Where a scope is in its life.
    enum Phase: Sendable {
        /// Its instances are being made. Holds those that wait for the end of that.
        case opening(waiting: [CheckedContinuation<Void, Never>])
        /// It can be used.
        case open
        /// It takes nobody in any more. Holds those that wait for the report.
        case closing(waiting: [CheckedContinuation<ClosingReport, Never>])
        /// Its instances are gone.
        case closed(ClosingReport)
    }

    /// An instance that the scope has made.
    struct Built: Sendable {
        let slot: Int
        let close: (@Sendable () async throws -> Void)?
    }

    /// A lazy binding that is being made, or has been.
    enum LazyState: Sendable {
        case building(waiting: [Int: CheckedContinuation<Void, any Error>])
        case built
    }

    /// What a parent keeps a cell for: what one of its children exports.
    struct ExchangeKey: Hashable, Sendable {
        let child: String
        let key: BindingKey
    }

    struct State: Sendable {
        var phase = Phase.opening(waiting: [])
        /// What the scope has made, in the order of making.
        var built: [Built] = []
        /// What was made after the scope had closed.
        var strays: [Built] = []
        /// This scope's places among the dependents of its parent and of those it imports from.
        var entries: [Entry] = []
        /// The scopes that must close before this one: its children, and those that import from it.
        ///
        /// By number, in the order of opening.
        var dependents: [Int: ScopeCore] = [:]
        /// The state of lazy bindings by slot; none means not made.
        var lazies: [Int: LazyState] = [:]
        /// The cells of slots that somebody has a `Live` or `Lazy` of.
        var cells: [Int: AnyCell] = [:]
        /// The cells for what children export.
        var exchange: [ExchangeKey: AnyCell] = [:]
        /// The last number that was given out, to a dependent or to one that waits.
        var lastNumber = 0

        mutating func number() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }
}
