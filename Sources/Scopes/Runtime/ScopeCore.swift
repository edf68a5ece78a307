/// An open scope: its instances, and its position in the tree.
///
/// The state is private to this file, and changes under the lock. The lock is never held while foreign code runs: initializers,
/// closures that close instances, and `deinit`.
final class ScopeCore: ScopeContext {
    let planned: PlannedScope
    let parent: ScopeCore?
    /// The scopes that the plan imports from, in the order of the plan.
    let imports: [ScopeCore]
    private let slots: Slots
    private let state: Lock<State>

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

    private struct State: Sendable {
        var phase = Phase.opening
        /// The scopes that must close before this one.
        var dependents = DependentList()
        /// The positions of this scope among the dependents of others; nil while it is opening.
        var registration: Registration?
        /// The number of scopes that were opened from each nested plan.
        var openedCounts: [Int]
        /// The filled slots, in the order of creation.
        var created: CreationOrder
        /// The originals and the transient arguments of instances, by slot.
        var additions: [Int: Addition] = [:]
        /// The durations of the creations, by slot, where they are measured.
        var durations: [Int: Duration] = [:]
        /// The constructions, by slot.
        var constructions: [Int: Construction] = [:]
        /// The constructions that still run after their time limit.
        var abandoned: [ObjectIdentifier: Construction] = [:]
        /// Completed when the phase changes; nil if nothing waits for it.
        var nextPhase: Completion<Void>?
        /// The results of closing instances that were never visible to other code; of an open scope only the problems.
        var discarded: ClosingReport?
        /// The report of a closed scope, if it contains anything.
        var report: ClosingReport?

        /// Returns a value that is completed when the phase changes.
        mutating func waitForNextPhase() -> Completion<Void> {
            let waited = nextPhase ?? Completion()
            nextPhase = waited
            return waited
        }
    }

    /// The positions of this scope among the dependents of its parent and of its imports.
    private struct Registration: Sendable {
        var position: Int?
        var importPositions: [Int] = []
    }

    /// The parts of an instance that are closed, but not read.
    private struct Addition: Sendable {
        /// The object before its conversion, if it has to be closed or checked for leaks.
        var original: AnyInstance?
        /// The transient arguments.
        var transients: TransientInstances?
    }

    /// - Parameters:
    ///   - planned: The plan of the scope.
    ///   - parent: The parent; nil for a root.
    ///   - imports: The scopes that the plan imports from, in the order of the plan.
    ///   - arguments: The arguments, for a plan that takes some.
    init(
        _ planned: PlannedScope, under parent: ScopeCore?, importing imports: [ScopeCore] = [],
        arguments: AnyInstance? = nil
    ) {
        self.planned = planned
        self.parent = parent
        self.imports = imports
        slots = Slots(
            count: planned.steps.count, outer: parent?.slots, imported: imports.isEmpty ? [] : imports.map(\.slots))
        let nestedCount = planned.nested.count
        var state = State(
            openedCounts: nestedCount == 0 ? [] : Array(repeating: 0, count: nestedCount),
            created: CreationOrder(planned.opening))
        if let arguments {
            slots.fill(0, with: arguments.object)
            state.created.append(0)
        }
        self.state = Lock(state)
    }

    /// The plan of the scope, in its place.
    var plan: Plan { Plan(planned, under: parent?.plan) }

    /// The names of the scopes from the root to this one, joined by slashes.
    var path: String { planned.path }

    var isOpen: Bool { state.withLock { $0.phase == .open } }

    /// The children that are not closed, in the order of opening.
    var children: [ScopeCore] {
        state.withLock { state in state.dependents.all.filter { $0.parent === self } }
    }

    /// The phase, the numbers of scopes opened from the nested plans, and for each binding whether its instance exists or is
    /// being created, and how long its creation took.
    var progress:
        (phase: Phase, openedCounts: [Int], instances: [(exists: Bool, isCreating: Bool, duration: Duration?)])
    {
        state.withLock { state in
            let instances = planned.steps.indices.map { slot in
                (slots.object(in: slot) != nil, state.constructions[slot] != nil, state.durations[slot])
            }
            return (state.phase, state.openedCounts, instances)
        }
    }

    func scope(at address: Address) -> any ScopeContext { core(at: address) }

    private func core(at address: Address) -> ScopeCore {
        var found = self
        for _ in 0..<address.outward {
            guard let parent = found.parent else {
                preconditionFailure("an address leads to an ancestor, which is open")
            }
            found = parent
        }
        return address.imported.map { found.imports[$0] } ?? found
    }

    // MARK: Instances

    func current(_ slot: Int) throws(ScopeClosed) -> AnyObject? {
        var object: AnyObject?
        let isEnding = state.withLock { state in
            object = slots.object(in: slot)
            return object == nil && (state.phase == .closing || state.phase == .closed)
        }
        if isEnding { throw ScopeClosed(scope: path) }
        return object
    }

    private enum Access: Sendable {
        case instance(AnyInstance)
        case closed
        case start(Construction)
        case wait(Construction)
        case waitForNextPhase(Completion<Void>)
    }

    nonisolated(nonsending) func instance(in slot: Int) async throws -> AnyInstance {
        try await instance(in: slot, isOpening: false)
    }

    /// Returns an instance, and creates it if it is lazy, or if the opening requests it.
    private nonisolated(nonsending) func instance(in slot: Int, isOpening: Bool) async throws -> AnyInstance {
        while true {
            switch access(slot, isOpening: isOpening) {
            case .instance(let instance): return instance
            case .closed: throw ScopeClosed(scope: path)
            case .start(let construction):
                start(construction, slot)
                try await construction.wait()
            case .wait(let construction): try await construction.wait()
            case .waitForNextPhase(let phase): try await phase.waitUnlessCancelled()
            }
        }
    }

    private func access(_ slot: Int, isOpening: Bool) -> Access {
        state.withLock { state in
            if state.phase == .closing || state.phase == .closed { return .closed }
            if let object = slots.object(in: slot) { return .instance(AnyInstance(object: object)) }
            if let construction = state.constructions[slot] { return .wait(construction) }
            if planned.steps[slot].isEager, !isOpening { return .waitForNextPhase(state.waitForNextPhase()) }
            let construction = Construction(of: planned.blueprint.bindings[slot])
            state.constructions[slot] = construction
            return .start(construction)
        }
    }

    private func start(_ construction: Construction, _ slot: Int) {
        construction.start {
            await self.run(construction, slot)
            self.state.withLock { $0.abandoned[ObjectIdentifier(construction)] = nil }
        }
    }

    /// Creates an instance, and finishes its construction.
    private nonisolated(nonsending) func run(_ construction: Construction, _ slot: Int) async {
        let transients = planned.steps[slot].takesTransients ? TransientInstances() : nil
        do {
            // A waiter may close the scope at once, so that no reference to the instance remains here.
            if try await createAndStore(slot, for: construction, transients) { construction.finish(.success(())) }
        } catch {
            await discard(nil, slot, transients)
            let isEnding = state.withLock { $0.phase == .closing || $0.phase == .closed }
            guard end(construction, slot, isAbandoned: false) else { return }
            construction.finish(.failure(isEnding ? ScopeClosed(scope: path) : error))
        }
    }

    /// Creates an instance, and stores it unless the construction has ended.
    ///
    /// - Returns: Whether the instance is stored.
    private nonisolated(nonsending) func createAndStore(
        _ slot: Int, for construction: Construction, _ transients: TransientInstances?
    ) async throws -> Bool {
        let start = ContinuousClock.now
        let instance = try await create(slot, for: construction, transients)
        let isStored = state.withLock { state in
            guard state.constructions[slot] === construction else { return false }
            state.constructions[slot] = nil
            state.durations[slot] = .now - start
            store(instance, transients, slot, &state)
            return true
        }
        if !isStored { await discard(instance, slot, transients) }
        return isStored
    }

    private nonisolated(nonsending) func create(
        _ slot: Int, for construction: Construction, _ transients: TransientInstances?
    ) async throws -> AnyInstance {
        let step = planned.steps[slot]
        // Each of these has its own time limit.
        for address in step.awaited { _ = try await core(at: address).instance(in: address.slot) }
        let limit = planned.blueprint.buildingTimeLimit
        construction.limit(to: limit) {
            guard self.end(construction, slot, isAbandoned: true) else { return }
            construction.cancel()
            construction.finish(
                .failure(BuildingTimeLimitExceeded(scope: self.path, binding: construction.binding, limit: limit)))
        }
        // A closing scope waits until a construction that has got this far has read its arguments.
        try Task.checkCancellation()
        let source = InstanceSource(slots: slots, context: self, transients: transients)
        guard let prepare = step.makeAsynchronously else { return try step.make(source) }
        let make = try prepare(source)
        construction.endReading()
        // Transient arguments may have taken longer than the time limit.
        try Task.checkCancellation()
        return try await make()
    }

    /// Removes a construction.
    ///
    /// - Returns: False if the construction has already ended.
    private func end(_ construction: Construction, _ slot: Int, isAbandoned: Bool) -> Bool {
        state.withLock { state in
            guard state.constructions[slot] === construction else { return false }
            state.constructions[slot] = nil
            if isAbandoned { state.abandoned[ObjectIdentifier(construction)] = construction }
            return true
        }
    }

    private func store(
        _ instance: AnyInstance, _ transients: TransientInstances?, _ slot: Int, _ state: inout State
    ) {
        slots.fill(slot, with: instance.object)
        state.created.append(slot)
        let original = instance.originalObject == nil ? nil : instance.original
        if original != nil || transients != nil {
            state.additions[slot] = Addition(original: original, transients: transients)
        }
    }

    // MARK: Opening

    /// Opens this scope: creates the instances in the order of the plan, and closes the created ones if one fails.
    ///
    /// - Throws: ``OpeningError`` if an instance can't be created.
    @inline(__always)
    nonisolated(nonsending) func open() async throws(OpeningError) {
        let registration: Registration
        do {
            registration = try register()
        } catch {
            // A scope that was registered for a moment may wait until this one has closed.
            let waited = state.withLock { state in
                state.phase = .closed
                return state.nextPhase.take()
            }
            waited?.complete(with: ())
            throw error
        }
        var next = planned.hasArguments ? 1 : 0
        var cause = createWithoutWaiting(&next)
        if cause == nil, next < planned.opening.count { cause = await createInstances(from: next) }
        let waited = state.withLock { state in
            state.phase = cause == nil ? .open : .closing
            state.registration = registration
            return state.nextPhase.take()
        }
        waited?.complete(with: ())
        if let cause { throw OpeningError(scope: path, cause: cause, closing: await runClosing(hasFailed: true)) }
    }

    /// Creates the instances that belong to the opening.
    ///
    /// - Parameter next: The index of the first one in the order of the opening.
    /// - Returns: The reason why one could not be created, or nil.
    private nonisolated(nonsending) func createInstances(from next: Int) async -> OpeningError.Cause? {
        var next = next
        while next < planned.opening.count {
            let slot = planned.opening[next]
            next += 1
            var failing = (planned, slot)
            do {
                for address in planned.steps[slot].awaited {
                    let owner = core(at: address)
                    failing = (owner.planned, address.slot)
                    _ = try await owner.instance(in: address.slot)
                }
                failing = (planned, slot)
                if planned.steps[slot].makeAsynchronously != nil {
                    _ = try await instance(in: slot, isOpening: true)
                } else {
                    try create(slot)
                }
            } catch is CancellationError where Task.isCancelled {
                return .cancelled
            } catch {
                return .bindingFailed(failing.0.blueprint.bindings[failing.1], error: error)
            }
            if let failure = createWithoutWaiting(&next) { return failure }
        }
        return nil
    }

    /// Creates instances up to the next one that has to await something.
    ///
    /// - Parameter next: The index of the next instance in the order of the opening.
    /// - Returns: The reason why one could not be created, or nil.
    private func createWithoutWaiting(_ next: inout Int) -> OpeningError.Cause? {
        let (allOpening, allSteps) = (planned.opening, planned.steps)
        let opening = allOpening.span
        let steps = allSteps.span
        let source = InstanceSource(slots: slots, context: self)
        while next < opening.count, !steps[opening[next]].waits {
            let slot = opening[next]
            do {
                if planned.isOwned || steps[slot].takesTransients {
                    try create(slot)
                } else {
                    let instance = try steps[slot].make(source)
                    state.withLock { state in store(instance, nil, slot, &state) }
                }
            } catch {
                return .bindingFailed(planned.blueprint.bindings[slot], error: error)
            }
            next += 1
        }
        return nil
    }

    /// Creates an instance with a synchronous initializer, and measures the time.
    private func create(_ slot: Int) throws {
        let transients = planned.steps[slot].takesTransients ? TransientInstances() : nil
        let start = ContinuousClock.now
        do {
            let source = InstanceSource(slots: slots, context: self, transients: transients)
            let instance = try planned.steps[slot].make(source)
            let duration = ContinuousClock.now - start
            state.withLock { state in
                state.durations[slot] = duration
                store(instance, transients, slot, &state)
            }
        } catch {
            // The transient arguments of an instance that does not exist are closed first.
            state.withLock { state in
                guard let transients else { return }
                state.additions[slot] = Addition(transients: transients)
                state.created.append(slot)
            }
            throw error
        }
    }

    /// Registers this scope with its parent and its imports, so that they stay open.
    ///
    /// - Throws: ``OpeningError`` with the path of the first scope that is not open. This scope is then not registered.
    private func register() throws(OpeningError) -> Registration {
        var registration = Registration()
        if let parent {
            registration.position = parent.insert(self)
            if registration.position == nil { throw notOpen(parent) }
        }
        for owner in imports {
            guard let entered = owner.insert(self) else {
                unregister(registration, hasFailed: true)
                throw notOpen(owner)
            }
            registration.importPositions.append(entered)
        }
        return registration
    }

    private func notOpen(_ owner: ScopeCore) -> OpeningError {
        OpeningError(
            scope: path, cause: .scopeClosed(ScopeClosed(scope: owner.path)), closing: ClosingReport(scope: path))
    }

    private func unregister(_ registration: Registration, hasFailed: Bool) {
        for (owner, position) in zip(imports, registration.importPositions) {
            owner.remove(self, at: position, hasFailed: hasFailed)
        }
        if let parent, let position = registration.position { parent.remove(self, at: position, hasFailed: hasFailed) }
    }

    private func insert(_ dependent: ScopeCore) -> Int? {
        let index = dependent.parent === self ? dependent.planned.index : nil
        return state.withLock { state in
            guard state.phase == .open else { return nil }
            if let index { state.openedCounts[index] += 1 }
            return state.dependents.insert(dependent)
        }
    }

    private func remove(_ dependent: ScopeCore, at position: Int, hasFailed: Bool) {
        let index = hasFailed && dependent.parent === self ? dependent.planned.index : nil
        state.withLock { state in
            // The dependent is referenced by the caller, so that it is not released here.
            state.dependents.remove(at: position)
            if let index { state.openedCounts[index] -= 1 }
        }
    }

    // MARK: Closing

    private enum Decision: Sendable {
        case run
        case wait(Completion<Void>)
        case isClosed(ClosingReport?)
    }

    /// Closes the scope, or waits until it has closed, and returns the report.
    ///
    /// Cancellation of the closing task has no effect: the task waits without cancellation, and instances are closed in
    /// separate tasks.
    @inline(__always)
    nonisolated(nonsending) func close() async -> ClosingReport {
        while true {
            switch decideClosing() {
            case .run: return await runClosing()
            case .isClosed(let report): return report ?? ClosingReport(scope: path)
            case .wait(let phase): await phase.wait()
            }
        }
    }

    private func decideClosing() -> Decision {
        state.withLock { state in
            switch state.phase {
            case .opening, .closing: return .wait(state.waitForNextPhase())
            case .open:
                state.phase = .closing
                return .run
            case .closed: return .isClosed(state.report)
            }
        }
    }

    /// Closes the dependents, and then the instances in the reverse order of creation.
    ///
    /// - Parameter hasFailed: Whether the opening has failed. Default: false.
    /// - Returns: The report.
    private nonisolated(nonsending) func runClosing(hasFailed: Bool = false) async -> ClosingReport {
        var report = ClosingReport(scope: path)
        let (dependents, isConstructing, registration) = state.withLock { state in
            (
                state.dependents.all,
                !state.constructions.isEmpty || !state.abandoned.isEmpty || state.discarded != nil,
                state.registration ?? Registration()
            )
        }
        var start = dependents.isEmpty && !isConstructing ? nil : ContinuousClock.now
        for dependent in dependents.reversed() { report.add(await dependent.close()) }
        if isConstructing { await endConstructions(&report) }
        while var last = closeWithoutWaiting(&report) {
            start = start ?? .now
            await close(&last.instance, of: last.slot, &report)
            await close(last.transients, of: last.slot, &report)
        }
        if let start, !report.entries.isEmpty { report.duration = .now - start }
        if !report.candidates.isEmpty { report.candidates.removeAll { !$0.isAlive } }
        // Unregisters the scope before it counts as closed, so that a concurrent closing of the parent waits for this
        // scope.
        unregister(registration, hasFailed: hasFailed)
        let waited = state.withLock { [report] state in
            state.phase = .closed
            if !report.isEmpty { state.report = report }
            return state.nextPhase.take()
        }
        waited?.complete(with: ())
        return report
    }

    /// Cancels the constructions, and waits until they have ended.
    ///
    /// A construction is awaited without a limit as long as it may read instances of this scope. Then the wait ends at the time
    /// limit for closing.
    private nonisolated(nonsending) func endConstructions(_ report: inout ClosingReport) async {
        let running = state.withLock { state in state.constructions.sorted { $0.key < $1.key } }
        for (_, construction) in running { construction.cancel() }
        let limit = planned.blueprint.closingTimeLimit
        for (slot, construction) in running {
            await construction.waitForReading()
            let result = await withTimeLimit(limit) { await construction.waitForReturn() }
            if case .timedOut = result, end(construction, slot, isAbandoned: true) {
                report.entries.append(
                    ClosingReport.Entry(
                        scope: path, binding: construction.binding, outcome: .abandoned(after: limit), duration: limit))
            }
            construction.finish(.failure(ScopeClosed(scope: path)))
        }
        if let discarded = state.withLock({ $0.discarded.take() }) { report.add(discarded) }
        for construction in state.withLock({ Array($0.abandoned.values) }) {
            await construction.waitForReading()
            report.abandoned.append(AbandonedCode(construction, in: path))
        }
    }

    /// An instance that is being closed, and its transient arguments.
    private struct Closing: Sendable {
        let slot: Int
        var instance: AnyInstance?
        let transients: TransientInstances?
        /// Whether only the slot referenced the instance.
        let isUnique: Bool
    }

    /// Empties the slot that was filled last.
    private func takeLast() -> Closing? {
        state.withLock { state in
            guard let slot = state.created.popLast() else { return nil }
            let addition = state.additions.isEmpty ? nil : state.additions.removeValue(forKey: slot)
            let isUnique = slots.isUnique(slot)
            let instance = slots.take(slot).map { AnyInstance(object: $0, originalObject: addition?.original?.object) }
            return Closing(slot: slot, instance: instance, transients: addition?.transients, isUnique: isUnique)
        }
    }

    /// Releases instances in the reverse order of creation, up to the next one that has to be closed.
    ///
    /// - Returns: That instance; nil if there is none.
    private func closeWithoutWaiting(_ report: inout ClosingReport) -> Closing? {
        let allSteps = planned.steps
        let steps = allSteps.span
        let isClosable = planned.isClosable
        while var last = takeLast() {
            if last.transients != nil || steps[last.slot].disposal.mayClose(last.instance, isClosable[last.slot]) {
                return last
            }
            if last.isUnique, steps[last.slot].disposal.isObjectItself { continue }
            release(&last.instance, steps[last.slot].disposal, of: last.slot, transient: nil, &report)
        }
        return nil
    }

    /// Releases an instance; an object that is still referenced then is a candidate for a leak.
    private func release(
        _ instance: inout AnyInstance?, _ disposal: Disposal, of slot: Int, transient: Address?,
        _ report: inout ClosingReport
    ) {
        if let object = instance.flatMap(disposal.watchedObject) {
            let origin = InstanceOrigin(
                scope: ObjectIdentifier(self), plan: plan, slot: slot, transient: transient)
            report.candidates.append(LeakCandidate(object, origin))
        }
        instance = nil
    }

    /// Closes an instance that was never visible to other code, and its transient arguments.
    private nonisolated(nonsending) func discard(
        _ instance: consuming AnyInstance?, _ slot: Int, _ transients: TransientInstances?
    ) async {
        var report = ClosingReport(scope: path)
        await close(&instance, of: slot, &report)
        await close(transients, of: slot, &report)
        state.withLock { [report] state in
            var kept = report
            if state.phase == .open { kept.entries = report.problems }
            kept.candidates = []
            if kept.isEmpty { return }
            var discarded = state.discarded ?? ClosingReport(scope: path)
            discarded.add(kept)
            state.discarded = discarded
        }
    }

    private nonisolated(nonsending) func close(
        _ transients: TransientInstances?, of slot: Int, _ report: inout ClosingReport
    ) async {
        guard let transients else { return }
        for element in transients.removeAll().reversed() {
            var instance: AnyInstance? = element.instance
            await close(&instance, of: slot, transient: element.address, &report)
        }
    }

    /// Closes one instance within the time limit, and releases it.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - slot: The slot of the instance, or of the instance that received it as a transient argument.
    ///   - transient: The binding of a transient instance.
    ///   - report: Receives the result.
    private nonisolated(nonsending) func close(
        _ instance: inout AnyInstance?, of slot: Int, transient: Address? = nil, _ report: inout ClosingReport
    ) async {
        let (declarer, index) = transient.map { (core(at: $0).planned, $0.slot) } ?? (planned, slot)
        let (binding, disposal) = (declarer.blueprint.bindings[index], declarer.steps[index].disposal)
        if disposal.mayClose(instance, declarer.isClosable[index]),
            let action = instance.flatMap(disposal.closingAction)
        {
            let limit = planned.blueprint.closingTimeLimit
            let start = ContinuousClock.now
            let outcome: ClosingReport.Outcome
            switch await withTimeLimit(limit, action) {
            case .finished: outcome = .closed
            case .failed(let error): outcome = .failed(error)
            case .timedOut(let end):
                outcome = .abandoned(after: limit)
                report.abandoned.append(AbandonedCode(scope: path, binding: binding, end: end))
            }
            report.entries.append(
                ClosingReport.Entry(scope: path, binding: binding, outcome: outcome, duration: .now - start))
        }
        release(&instance, disposal, of: slot, transient: transient, &report)
    }
}
