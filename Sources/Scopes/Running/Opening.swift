/// Makes the eager bindings of a scope some of which are asynchronous, each as soon as its inputs exist.
///
/// Those that don't wait are made in the task that opens the scope, in the order of the plan; those that do, in
/// tasks of their own meanwhile. The first failure ends it; what still runs then is seen to by the closing.
final class Opening: Sendable {
    private struct State: Sendable {
        /// For each step, how many of its inputs are missing.
        var missing: [Int]
        var readyToStart = IndexHeap()
        var readyToMake = IndexHeap()
        var running = 0
        var failure: OpeningError.Cause?
        var continuation: CheckedContinuation<Void, Never>?
    }

    private enum Turn: Sendable {
        case start(Int)
        case make(Int)
        case wait
        case end(OpeningError.Cause?)
    }

    private let core: ScopeCore
    private let steps: Steps
    private let state: Lock<State>

    init(_ core: ScopeCore) {
        self.core = core
        steps = core.plan.compiled.steps
        var state = State(missing: core.plan.compiled.successors.missing)
        for index in state.missing.indices where state.missing[index] == 0 {
            Self.enqueue(index, steps, &state)
        }
        self.state = Lock(state)
    }

    /// Makes all.
    ///
    /// Returns what went wrong, or nil.
    nonisolated(nonsending) func run() async -> OpeningError.Cause? {
        // When an initialiser opens this scope, it waits for everything that is made here.
        let opener = BuildJob.current
        let graph = opener.map { _ in core.waitGraph }
        if let opener, let graph {
            do {
                for job in try graph.enter(opener, waitingFor: .opening(core)) { job.wake() }
            } catch {
                return .bindingFailed(opener.binding, error: error)
            }
        }
        let starter = opener == nil ? BuildJob.surrounding : nil
        let wait = starter.map { core.waitGraph.enterTask(startedBy: $0, waitingFor: .opening(core)) }
        defer {
            if let opener, let graph { graph.leave(opener) }
            if let starter, let wait { core.waitGraph.leaveTask(wait.number, startedBy: starter) }
        }
        return await withTaskCancellationHandler {
            await takeTurns()
        } onCancel: {
            fail(.cancelled)
        }
    }

    private nonisolated(nonsending) func takeTurns() async -> OpeningError.Cause? {
        while true {
            switch nextTurn() {
            case .end(let failure): return failure
            case .wait: await waitForATurn()
            case .start(let index):
                core.start(core.jobToStart(steps[index].slot), index..<index + 1) { result in
                    self.finish(index, result, wasRunning: true)
                }
            case .make(let index):
                finish(index, make(index), wasRunning: false)
            }
        }
    }

    private func make(_ index: Int) -> Result<Void, any Error> {
        let start = ContinuousClock.now
        do {
            try core.make(steps[index], index)
        } catch {
            return .failure(error)
        }
        core.noteMade(steps[index].slot, in: .now - start)
        return .success(())
    }

    private func nextTurn() -> Turn {
        state.withLock { state in
            if let failure = state.failure { return .end(failure) }
            if let index = state.readyToStart.popFirst() {
                state.running += 1
                return .start(index)
            }
            if let index = state.readyToMake.popFirst() { return .make(index) }
            return state.running == 0 ? .end(nil) : .wait
        }
    }

    private nonisolated(nonsending) func waitForATurn() async {
        await withCheckedContinuation { continuation in
            let hasTurn = state.withLock { state in
                let hasTurn =
                    state.failure != nil || state.running == 0 || !state.readyToStart.isEmpty
                    || !state.readyToMake.isEmpty
                if !hasTurn { state.continuation = continuation }
                return hasTurn
            }
            if hasTurn { continuation.resume() }
        }
    }

    private func finish(_ index: Int, _ result: Result<Void, any Error>, wasRunning: Bool) {
        switch result {
        case .failure(let error):
            fail(.bindingFailed(core.plan.compiled.slots[steps[index].slot].binding, error: error))
        case .success:
            let continuation = state.withLock { state in
                if wasRunning { state.running -= 1 }
                for successor in core.plan.compiled.successors.of[index] {
                    state.missing[successor] -= 1
                    if state.missing[successor] == 0 { Self.enqueue(successor, steps, &state) }
                }
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume()
        }
    }

    private func fail(_ cause: OpeningError.Cause) {
        let continuation = state.withLock { state in
            // What follows from the first failure is no reason of its own.
            if state.failure == nil { state.failure = cause }
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }

    private static func enqueue(_ index: Int, _ steps: Steps, _ state: inout State) {
        if steps.waits(index) { state.readyToStart.insert(index) } else { state.readyToMake.insert(index) }
    }
}
