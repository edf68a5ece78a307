extension ScopeCore {
    /// Opens a scope: executes the plan, and closes the created instances if a step fails.
    ///
    /// - Parameters:
    ///   - plan: The plan to execute.
    ///   - parent: The open parent; nil for a root.
    ///   - imports: The open scopes that the plan imports from, in the order of the plan.
    ///   - isWithheld: Whether the exports are hidden from siblings until ``publishWithheld()``.
    ///   - arguments: The arguments, for plans that take some.
    /// - Returns: The open scope, which the caller closes.
    /// - Throws: ``OpeningError`` if a step fails, after the created instances have been closed.
    nonisolated(nonsending) static func open(
        _ plan: Plan,
        under parent: ScopeCore?,
        importing imports: [ScopeCore] = [],
        isWithheld: Bool = false,
        arguments: AnyInstance? = nil
    ) async throws(OpeningError) -> ScopeCore {
        let core = ScopeCore(plan: plan, parent: parent, imports: imports)
        if let arguments { core.slots.fill(0, with: arguments) }
        if isWithheld { core.state.withLock { $0.makeExtra().isWithheld = true } }
        try await core.open()
        return core
    }

    /// Opens this scope.
    ///
    /// - Throws: ``OpeningError`` if a step fails, after the created instances have been closed.
    @inline(__always)
    nonisolated(nonsending) func open() async throws(OpeningError) {
        let position = try register()
        if plan.opensAtOnce {
            guard let failure = plan.isOwned ? createAllWithDurations() : createAll() else {
                return becomeOpen(position)
            }
            try await fail(failure, position)
        } else {
            try await openWaiting(position)
        }
    }

    /// Opens this scope if opening has to await something.
    private nonisolated(nonsending) func openWaiting(_ position: Int) async throws(OpeningError) {
        if let failure = await copyPrerequisites() { try await fail(failure, position) }
        let failure = plan.isSynchronous ? createAllWithDurations() : await Opening(self).run()
        if let failure { try await fail(failure, position) }
        becomeOpen(position)
    }

    private nonisolated(nonsending) func fail(
        _ cause: OpeningError.Cause, _ position: Int
    ) async throws(OpeningError) {
        throw OpeningError(scope: path, cause: cause, closing: await closeAfterFailure(position))
    }

    /// Copies the lazy instances of other scopes that the factories read.
    private nonisolated(nonsending) func copyPrerequisites() async -> OpeningError.Cause? {
        for prerequisite in plan.opening.prerequisites {
            let owner = core(prerequisite.address.scope)
            do {
                slots.fill(prerequisite.slot, with: try await owner.instance(in: prerequisite.address.slot))
            } catch is CancellationError where Task.isCancelled {
                return .cancelled
            } catch {
                return .bindingFailed(owner.plan.blueprint.bindings[prerequisite.address.slot], error: error)
            }
        }
        return nil
    }

    /// Creates the instances of a plan with synchronous factories.
    ///
    /// - Returns: The failure, or nil.
    private func createAll() -> OpeningError.Cause? {
        let source = source
        let all = plan.opening.steps
        let steps = all.span
        for number in steps.indices {
            let slot = steps[number].slot
            do {
                slots.fill(slot, with: try steps[number].make(source))
            } catch {
                return .bindingFailed(plan.opening.details[number].binding, error: error)
            }
            if steps[number].fillsCell { setCell(of: slot, to: AnyInstance(object: slots[slot])) }
        }
        return nil
    }

    private func createAllWithDurations() -> OpeningError.Cause? {
        var durations: [Int: Duration] = [:]
        defer { state.withLock { [durations] state in state.makeExtra().durations = durations } }
        let source = source
        var last = ContinuousClock.now
        for (number, step) in plan.opening.steps.enumerated() {
            do {
                slots.fill(step.slot, with: try step.make(source))
            } catch {
                return .bindingFailed(plan.opening.details[number].binding, error: error)
            }
            if step.fillsCell { setCell(of: step.slot, to: AnyInstance(object: slots[step.slot])) }
            let now = ContinuousClock.now
            durations[step.slot] = now - last
            last = now
        }
        return nil
    }

    private func becomeOpen(_ position: Int) {
        if !plan.exports.isEmpty { publishExports() }
        let (opened, awaited) = state.withLock { state -> (Completion<Void>?, [Construction]) in
            state.phase = .open
            state.position = position
            guard let extra = state.extra else { return (nil, []) }
            return (extra.opened, extra.removeUnstarted())
        }
        opened?.complete(with: ())
        for construction in awaited { construction.finish(.success(())) }
    }

    /// Waits until the scope is open, or has failed to open.
    nonisolated(nonsending) func waitForOpening() async {
        let opened = state.withLock { state -> Completion<Void>? in
            guard state.phase == .opening else { return nil }
            let extra = state.makeExtra()
            let opened = extra.opened ?? Completion()
            extra.opened = opened
            return opened
        }
        await opened?.wait()
    }
}

extension ScopeState.Extra {
    /// Removes the constructions of instances that only waited for the end of the opening.
    func removeUnstarted() -> [Construction] {
        let unstarted = constructions.filter { !$0.value.isStarted }
        for slot in unstarted.keys { constructions[slot] = nil }
        return Array(unstarted.values)
    }
}

/// Creates the instances of a plan with asynchronous factories, each as soon as its dependencies exist.
///
/// Synchronous factories run in the task that opens the scope, in the order of the plan. Asynchronous ones run
/// concurrently in separate tasks. Only the opening task accesses the slots: it reads the arguments before it starts a
/// task. The first failure ends the opening, and closing the scope ends the tasks that are still running.
final class Opening: Sendable {
    private struct State: Sendable {
        /// For each step, the number of missing dependencies.
        var missing: [Int]
        /// The asynchronous steps that can start.
        var startable: Set<Int> = []
        /// The synchronous steps that can run.
        var runnable: Set<Int> = []
        /// The instances that were created by tasks.
        var delivered: [(step: Int, instance: AnyInstance)] = []
        var running = 0
        var failure: OpeningError.Cause?
        /// Completed at the next change.
        var change: Completion<Void>?
    }

    private enum Action: Sendable {
        case store(Int, AnyInstance)
        case start(Int)
        case create(Int)
        case wait(Completion<Void>)
        case end(OpeningError.Cause?)
    }

    private let core: ScopeCore
    private let section: Section
    /// For each step, the steps that depend on it.
    private let successors: [[Int]]
    private let state: Lock<State>

    init(_ core: ScopeCore) {
        self.core = core
        section = core.plan.opening
        let numbers = Dictionary(uniqueKeysWithValues: section.steps.enumerated().map { ($1.slot, $0) })
        var state = State(missing: Array(repeating: 0, count: section.steps.count))
        var successors = [[Int]](repeating: [], count: section.steps.count)
        for (number, details) in section.details.enumerated() {
            for slot in Set(details.inputs.lazy.filter { $0.scope == 0 }.map(\.slot)) {
                guard let predecessor = numbers[slot] else { continue }
                state.missing[number] += 1
                successors[predecessor].append(number)
            }
        }
        self.successors = successors
        for number in state.missing.indices where state.missing[number] == 0 {
            Self.enqueue(number, section, &state)
        }
        self.state = Lock(state)
    }

    /// Creates all instances.
    ///
    /// - Returns: The failure, or nil.
    nonisolated(nonsending) func run() async -> OpeningError.Cause? {
        await withTaskCancellationHandler {
            // An initializer that opens this scope waits for all instances that are created here.
            let opener = Construction.innermost
            let isOwn = Construction.current != nil
            while true {
                switch nextAction() {
                case .end(let failure): return failure
                case .wait(let change): await change.wait()
                case .store(let number, let instance): store(instance, number)
                case .start(let number): start(number, opener, isOwn: isOwn)
                case .create(let number): create(number)
                }
            }
        } onCancel: {
            fail(.cancelled)
        }
    }

    private func nextAction() -> Action {
        state.withLock { state in
            if let failure = state.failure { return .end(failure) }
            if let (number, instance) = state.delivered.popLast() {
                state.running -= 1
                return .store(number, instance)
            }
            if let number = state.startable.min() {
                state.startable.remove(number)
                state.running += 1
                return .start(number)
            }
            if let number = state.runnable.min() {
                state.runnable.remove(number)
                return .create(number)
            }
            if state.running == 0 { return .end(nil) }
            let change = Completion<Void>()
            state.change = change
            return .wait(change)
        }
    }

    /// Runs a synchronous factory.
    private func create(_ number: Int) {
        let start = ContinuousClock.now
        do {
            let instance = try section.steps[number].make(core.source)
            let slot = section.steps[number].slot
            let waiting = core.accept(instance, slot, step: number, in: .now - start)
            store(instance, number)
            waiting?.finish(.success(()))
        } catch {
            fail(.bindingFailed(section.details[number].binding, error: error))
        }
    }

    /// Starts an asynchronous factory in a separate task.
    private func start(_ number: Int, _ opener: Construction?, isOwn: Bool) {
        let details = section.details[number]
        guard let create = details.makeAsynchronously?(core.source) else {
            preconditionFailure("\(details.binding) is synchronous, and is not started")
        }
        let (core, slot) = (core, section.steps[number].slot)
        let construction = core.construction(of: slot, details.binding)
        // Does not fail: the construction has not started, so that it waits for nothing.
        let wait = try? opener?.beginWaiting(for: construction, isOwn: isOwn)
        @Sendable func end() {
            if let opener, let wait { opener.endWaiting(wait) }
        }
        construction.start(limit: details.buildingTimeLimit) {
            let start = ContinuousClock.now
            defer { core.end(construction) }
            do {
                let instance = try await create()
                end()
                guard core.accept(instance, slot, step: number, from: construction, in: .now - start) else {
                    return await core.discard([
                        CreatedInstance(instance: instance, section: nil, step: number, slot: slot)
                    ])
                }
                construction.finish(.success(()))
                self.change { $0.delivered.append((number, instance)) }
            } catch {
                end()
                guard core.remove(construction) else { return }
                construction.finish(.failure(error))
                self.fail(.bindingFailed(details.binding, error: error))
            }
        } timeout: {
            guard core.timeOut(construction, isSynchronous: false) else { return }
            let error = BuildingTimeLimitExceeded(construction, details.buildingTimeLimit)
            end()
            construction.cancel()
            construction.finish(.failure(error))
            self.fail(.bindingFailed(details.binding, error: error))
        }
    }

    /// Stores an instance, and enqueues the steps whose dependencies are then complete.
    private func store(_ instance: AnyInstance, _ number: Int) {
        let step = section.steps[number]
        core.slots.fill(step.slot, with: instance)
        if step.fillsCell { core.setCell(of: step.slot, to: instance) }
        state.withLock { state in
            for successor in successors[number] {
                state.missing[successor] -= 1
                if state.missing[successor] == 0 { Self.enqueue(successor, section, &state) }
            }
        }
    }

    private func fail(_ cause: OpeningError.Cause) {
        // Later failures are consequences of the first one.
        change { state in if state.failure == nil { state.failure = cause } }
    }

    private func change(_ body: (inout State) -> Void) {
        let change = state.withLock { state in
            body(&state)
            defer { state.change = nil }
            return state.change
        }
        change?.complete(with: ())
    }

    private static func enqueue(_ number: Int, _ section: Section, _ state: inout State) {
        if section.details[number].makeAsynchronously != nil {
            state.startable.insert(number)
        } else {
            state.runnable.insert(number)
        }
    }
}

/// An error that is thrown when a scope can't be opened.
///
/// The instances that had been created are closed.
public struct OpeningError: Error, Sendable {
    /// The reason why a scope could not be opened.
    public enum Cause: Sendable {
        /// The parent or an imported scope is not open: it has closed, or is still being opened.
        case scopeClosed(ScopeClosed)
        /// An initializer threw an error.
        case bindingFailed(Binding, error: any Error)
        /// The opening task was cancelled while it waited for an initializer.
        case cancelled
        /// The plan was validated under another scope.
        case wrongParent(expected: String?, actual: String?)
        /// A scope that the plan imports from was not passed.
        case importMissing(String)
        /// The plan requires arguments of a type: open it with ``Scope/openSession(_:)`` or with a ``Scene``.
        case argumentsMissing(BindingKey)
        /// The blueprint declares no scope with this name, or declares one with other arguments.
        case notDeclared(String)
    }

    /// The path of the scope.
    public let scope: String

    /// The reason.
    public let cause: Cause

    /// The result of closing the created instances.
    public let closing: ClosingReport
}

extension OpeningError: CustomStringConvertible {
    /// The reason, and the problems of closing.
    public var description: String {
        var lines = ["\(scope) could not be opened: \(cause)"]
        if !closing.problems.isEmpty { lines.append("while closing the created instances: \(closing)") }
        return lines.joined(separator: "\n")
    }
}

extension OpeningError.Cause: CustomStringConvertible {
    /// The reason, as the end of a sentence.
    public var description: String {
        switch self {
        case .scopeClosed(let error):
            "\(error.scope) is not open"
        case .bindingFailed(let binding, let error):
            "creating \(binding) (\(binding.location)) failed: \(error)"
        case .cancelled:
            "the opening task was cancelled"
        case .wrongParent(let expected, let actual):
            "its plan was validated under \(expected ?? "no scope"), not under \(actual ?? "no scope")"
        case .importMissing(let name):
            "it imports from \(name), which was not passed; pass the scope as `importing:`"
        case .argumentsMissing(let key):
            "it requires arguments of type \(key); open it by `openSession(_:)` or by a Scene"
        case .notDeclared(let name):
            "no scope named \(name) is declared for arguments of the given type"
        }
    }
}
