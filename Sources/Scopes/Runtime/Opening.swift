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
