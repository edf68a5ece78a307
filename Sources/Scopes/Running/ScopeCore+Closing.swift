extension ScopeCore {
    /// Closes the scope, or waits for the one who does, and reports.
    ///
    /// Nothing here is cut short by the cancellation of the task that closes: it waits through continuations, and
    /// the instances are closed in tasks of their own.
    nonisolated(nonsending) func close() async -> ClosingReport {
        while true {
            switch decideClosing() {
            case .run: return await runClosing()
            case .report(let report): return report
            case .awaitReport: return await awaitReport()
            // What came of the opening is read anew.
            case .awaitOpening: await awaitOpening()
            }
        }
    }

    /// Closes what was made by an opening that failed.
    nonisolated(nonsending) func closeAfterFailure() async -> ClosingReport {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .opening(let waiting) = state.phase else { return [] }
            state.phase = .closing(waiting: [])
            return waiting
        }
        waiting.forEach { $0.resume() }
        return await runClosing()
    }

    private enum Decision: Sendable {
        case run
        case awaitOpening
        case awaitReport
        case report(ClosingReport)
    }

    private func decideClosing() -> Decision {
        state.withLock { state in
            switch state.phase {
            case .opening: return .awaitOpening
            case .open:
                state.phase = .closing(waiting: [])
                return .run
            case .closing: return .awaitReport
            case .closed(let report): return .report(report)
            }
        }
    }

    private nonisolated(nonsending) func awaitOpening() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard case .opening(let waiting) = state.phase else { return true }
                state.phase = .opening(waiting: waiting + [continuation])
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private nonisolated(nonsending) func awaitReport() async -> ClosingReport {
        await withCheckedContinuation { continuation in
            let report = state.withLock { state -> ClosingReport? in
                switch state.phase {
                case .closing(let waiting):
                    state.phase = .closing(waiting: waiting + [continuation])
                    return nil
                case .closed(let report):
                    return report
                case .opening, .open:
                    preconditionFailure("\(path) has begun to close, and a scope never goes back")
                }
            }
            if let report { continuation.resume(returning: report) }
        }
    }

    /// The closing itself: dependents, then instances in the reverse order of making.
    private nonisolated(nonsending) func runClosing() async -> ClosingReport {
        let start = ContinuousClock.now
        var entries: [ClosingReport.Entry] = []
        while let dependent = lastDependent {
            entries += await dependent.close().entries
        }
        entries += await awaitBuilders()
        withdrawExports()
        // What is taken out of the state dies here, one by one, and not under the lock.
        var remaining = state.withLock { state in
            defer { state.built = [] }
            return state.built
        }
        while let built = remaining.popLast() {
            entries += await dismantle(built)
        }
        closeCells()
        let report = ClosingReport(scope: path, entries: entries, duration: .now - start)
        finishClosing(report)
        return report
    }

    /// Closes one instance, lets go of it, and says what came of it if there was something to do.
    private nonisolated(nonsending) func dismantle(_ built: Built) async -> [ClosingReport.Entry] {
        closeCell(of: built.slot)
        defer { _ = take(built.slot) }
        guard let close = built.close else { return [] }
        let slot = plan.slots[built.slot]
        let start = ContinuousClock.now
        let outcome = await withTimeLimit(slot.closingTimeLimit, close)
        return [
            ClosingReport.Entry(scope: path, binding: slot.binding, outcome: outcome, duration: .now - start)
        ]
    }

    private func finishClosing(_ report: ClosingReport) {
        let (waiting, entries) = state.withLock { state -> ([CheckedContinuation<ClosingReport, Never>], [Entry]) in
            guard case .closing(let waiting) = state.phase else { return ([], []) }
            state.phase = .closed(report)
            defer { state.entries = [] }
            return (waiting, state.entries)
        }
        // First out of the owners, so that they don't find a closed dependent, then the word to those that wait.
        entries.forEach { $0.owner.leave($0.number) }
        waiting.forEach { $0.resume(returning: report) }
    }

    /// Closes what a builder has made that nobody waited for any longer.
    nonisolated(nonsending) func closeStrays() async {
        let strays = state.withLock { state in
            defer { state.strays = [] }
            return state.strays
        }
        for stray in strays.reversed() {
            guard let close = stray.close else { continue }
            _ = await withTimeLimit(plan.slots[stray.slot].closingTimeLimit, close)
        }
    }
}
