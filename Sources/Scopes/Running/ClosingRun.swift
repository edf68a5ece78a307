/// The closing of a scope's instances, one after another, each within its time limit.
///
/// They are closed in a task of their own, which is not cancelled with the one that closes the scope. A second task
/// watches the time. When an instance takes too long its task is cancelled and left alone, and another goes on with the
/// rest.
final class ClosingRun: Sendable {
    private struct State: Sendable {
        /// What is not closed yet; the last is next.
        var remaining: [Int]
        /// The instance that is being closed.
        var current: Current?
        /// Counts the tasks that have closed instances: one that was left alone is told from its successor by it.
        var generation = 0
        var entries: [ClosingReport.Entry] = []
        var suspects: [Suspect] = []
        var continuation: CheckedContinuation<Void, Never>?
        var watch: Task<Void, Never>?

        /// The next instance, for the task that closes now.
        mutating func next(_ generation: Int) -> Int? {
            generation == self.generation ? remaining.popLast() : nil
        }

        /// The instance that was left alone, if one was.
        mutating func takeAbandoned() -> Int? {
            defer { current = nil }
            return current?.slot
        }

        /// When to look at the time, as long as the task of that generation closes.
        func deadline(_ generation: Int) -> ContinuousClock.Instant? {
            guard generation == self.generation else { return nil }
            return current.map { $0.start + $0.limit } ?? .now + .milliseconds(50)
        }

        /// Ends the work of the present task.
        ///
        /// Returns those that have to be told.
        mutating func endGeneration() -> (CheckedContinuation<Void, Never>?, Task<Void, Never>?) {
            generation += 1
            defer { (continuation, watch) = (nil, nil) }
            return (continuation, watch)
        }
    }

    private struct Current: Sendable {
        let slot: Int
        let start: ContinuousClock.Instant
        let limit: Duration
    }

    private let core: ScopeCore
    private let state: Lock<State>

    /// - Parameters:
    ///   - core: The scope, which lets no reader in any more.
    ///   - slots: Where its instances are, in the order of making.
    init(_ core: ScopeCore, _ slots: [Int]) {
        self.core = core
        state = Lock(State(remaining: slots))
    }

    /// Closes instances that have nothing to do at closing.
    func closeQuietly() -> ([ClosingReport.Entry], [Suspect]) {
        var suspects: [Suspect] = []
        for slot in state.withLock({ $0.remaining }).reversed() {
            core.closeCell(of: slot)
            if let suspect = core.remove(slot) { suspects.append(suspect) }
        }
        return ([], suspects)
    }

    /// Closes all.
    nonisolated(nonsending) func close() async -> ([ClosingReport.Entry], [Suspect]) {
        while true {
            await withCheckedContinuation { continuation in
                let generation = state.withLock { state in
                    state.continuation = continuation
                    return state.generation
                }
                let closer = startUnstructured { await self.closeRemaining(generation) }
                let watch = startUnstructured { await self.watch(closer, generation) }
                let isOver = state.withLock { state in
                    if state.generation == generation { state.watch = watch }
                    return state.generation != generation
                }
                if isOver { watch.cancel() }
            }
            // Where one was left alone, only its task still holds the instance.
            guard let slot = state.withLock({ $0.takeAbandoned() }) else { break }
            note(core.remove(slot))
        }
        return state.withLock { ($0.entries, $0.suspects) }
    }

    private func closeRemaining(_ generation: Int) async {
        while let slot = state.withLock({ $0.next(generation) }) {
            let info = core.plan.compiled.slots[slot]
            core.closeCell(of: slot)
            if let action = info.shape.closingAction(of: core.region + info.offset) {
                begin(slot, limit: core.plan.compiled.closingTimeLimit(of: slot))
                let outcome: ClosingReport.Outcome
                do {
                    try await action()
                    outcome = .closed
                } catch {
                    outcome = .failed(error)
                }
                guard end(outcome, generation) else { return }
            }
            note(core.remove(slot))
        }
        finish(generation)
    }

    private func begin(_ slot: Int, limit: Duration) {
        state.withLock { $0.current = Current(slot: slot, start: .now, limit: limit) }
    }

    /// Notes what came of the current instance.
    ///
    /// Returns false when it was left alone meanwhile.
    private func end(_ outcome: ClosingReport.Outcome, _ generation: Int) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            guard state.generation == generation, let current = state.current else { return false }
            state.entries.append(entry(current, outcome, now))
            state.current = nil
            return true
        }
    }

    private func note(_ suspect: Suspect?) {
        if let suspect { state.withLock { $0.suspects.append(suspect) } }
    }

    private func finish(_ generation: Int) {
        let (continuation, watch) = state.withLock { state in
            state.generation == generation ? state.endGeneration() : (nil, nil)
        }
        watch?.cancel()
        continuation?.resume()
    }

    /// Leaves an instance alone that takes too long.
    private func watch(_ closer: Task<Void, Never>, _ generation: Int) async {
        // Most instances close at once. A sleep that is cancelled keeps its timer until its time, so the first one is short:
        // else scopes that come and go quickly would leave many timers behind.
        var soon: ContinuousClock.Instant? = .now + .milliseconds(50)
        while let deadline = state.withLock({ $0.deadline(generation) }) {
            // It is cancelled when all are closed, and then finds no further deadline.
            try? await Task.sleep(until: min(deadline, soon ?? deadline), clock: .continuous)
            soon = nil
            let now = ContinuousClock.now
            let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.generation == generation, let current = state.current, now >= current.start + current.limit
                else { return nil }
                state.entries.append(entry(current, .abandoned(after: current.limit), now))
                return state.endGeneration().0
            }
            if let continuation {
                closer.cancel()
                continuation.resume()
            }
        }
    }

    private func entry(
        _ current: Current, _ outcome: ClosingReport.Outcome, _ now: ContinuousClock.Instant
    ) -> ClosingReport.Entry {
        ClosingReport.Entry(
            scope: core.path, binding: core.plan.compiled.slots[current.slot].binding, outcome: outcome,
            duration: now - current.start)
    }
}
