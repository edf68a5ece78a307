extension ScopeCore {
    /// Makes the instance of a lazy binding, or waits for the one who does.
    ///
    /// - Throws: What making it throws; ``ScopeClosed``; `CancellationError` when this waiter is cancelled.
    nonisolated(nonsending) func ensure(_ slot: Int) async throws {
        // Others are made at opening.
        if plan.lazySteps[slot] == nil { return }
        let number = state.withLock { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(for: slot, as: number, continuation)
            }
        } onCancel: {
            stopWaiting(for: slot, as: number)
        }
    }

    private enum Decision: Sendable {
        case resume
        case refuse
        case cancel
        case build
        case wait
    }

    private func wait(for slot: Int, as number: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        // The handler of a cancelled task runs before the continuation is entered, and finds nothing: so ask here.
        let isCancelled = Task.isCancelled
        let decision = state.withLock { state -> Decision in
            if case .built = state.lazies[slot] { return .resume }
            switch state.phase {
            case .opening, .open: break
            case .closing, .closed: return .refuse
            }
            if isCancelled { return .cancel }
            if case .building(var waiting) = state.lazies[slot] {
                waiting[number] = continuation
                state.lazies[slot] = .building(waiting: waiting)
                return .wait
            }
            state.lazies[slot] = .building(waiting: [number: continuation])
            return .build
        }
        switch decision {
        case .resume: continuation.resume()
        case .refuse: continuation.resume(throwing: ScopeClosed(scope: path))
        case .cancel: continuation.resume(throwing: CancellationError())
        case .wait: break
        case .build: startUnstructured { await self.build(slot) }
        }
    }

    private func stopWaiting(for slot: Int, as number: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard case .building(var waiting) = state.lazies[slot] else { return nil }
            let continuation = waiting.removeValue(forKey: number)
            state.lazies[slot] = .building(waiting: waiting)
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// The one builder of a lazy binding.
    private func build(_ slot: Int) async {
        let result: Result<Void, any Error>
        do {
            for step in plan.lazySteps[slot] ?? [] {
                try await run(step)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let waiting = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            guard case .building(let waiting) = state.lazies[slot] else { return [] }
            switch result {
            case .success: state.lazies[slot] = .built
            case .failure: state.lazies[slot] = nil
            }
            return Array(waiting.values)
        }
        waiting.forEach { $0.resume(with: result) }
        await closeStrays()
    }

    /// Waits until nobody builds a lazy binding any more, each for at most its own time limit for closing.
    ///
    /// - Returns: An entry for each builder that was left alone.
    nonisolated(nonsending) func awaitBuilders() async -> [ClosingReport.Entry] {
        var entries: [ClosingReport.Entry] = []
        let slots = state.withLock { state in
            state.lazies.compactMap { slot, lazy in if case .building = lazy { slot } else { nil } }.sorted()
        }
        for slot in slots {
            let info = plan.slots[slot]
            let outcome = await withTimeLimit(info.closingTimeLimit) { await self.awaitBuilder(of: slot) }
            if case .abandoned(let limit) = outcome {
                entries.append(
                    ClosingReport.Entry(scope: path, binding: info.binding, outcome: outcome, duration: limit))
            }
        }
        return entries
    }

    private func awaitBuilder(of slot: Int) async {
        let number = state.withLock { $0.number() }
        await withTaskCancellationHandler {
            // What the builder came to, and whether this waiter is called off, matters to others only.
            _ = try? await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    guard case .building(var waiting) = state.lazies[slot] else { return true }
                    waiting[number] = continuation
                    state.lazies[slot] = .building(waiting: waiting)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            stopWaiting(for: slot, as: number)
        }
    }
}
