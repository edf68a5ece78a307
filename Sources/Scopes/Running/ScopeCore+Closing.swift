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
        let waiting = state.withLock { state in
            state.phase = .closing
            return state.takeAwaitingOpening()
        }
        if let waiting { for continuation in waiting { continuation.resume() } }
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
                state.phase = .closing
                return .run
            case .closing: return .awaitReport
            case .closed: return .report(state.extra?.report ?? .nothing(in: path))
            }
        }
    }

    private nonisolated(nonsending) func awaitReport() async -> ClosingReport {
        await withCheckedContinuation { continuation in
            let report = state.withLock { state -> ClosingReport? in
                if case .closed = state.phase { return state.extra?.report ?? .nothing(in: path) }
                state.makeExtra().awaitingReport.append(continuation)
                return nil
            }
            if let report { continuation.resume(returning: report) }
        }
    }

    /// Closes the scope at once, if it is open, nobody depends on it, and no instance has anything to do.
    ///
    /// - Returns: The report, or nil when closing takes ``close()``.
    func closeAtOnce() -> ClosingReport? {
        if plan.compiled.closing == .always { return nil }
        let isAlone = state.withLock { state in
            guard case .open = state.phase, state.first == nil, state.readers == 0, state.extra == nil, isQuiet else {
                return false
            }
            state.phase = .closing
            return true
        }
        guard isAlone else { return nil }
        let report = ClosingReport(scope: path, suspects: removeInOrder())
        finishClosing(report)
        return report
    }

    /// Whether no instance of the plan's order has anything to do.
    ///
    /// It looks at their classes alone, so that it can be called under the lock; those that this does not tell are taken
    /// to have.
    private var isQuiet: Bool {
        if plan.compiled.closing == .never { return true }
        let removals = plan.compiled.removals
        for index in 0..<header.pointee.made {
            let removal = removals[index]
            guard removal.mayClose else { continue }
            guard let quietType = removal.quietType else { return false }
            let reference = pointer(to: Unmanaged<AnyObject>.self, at: removal.original).pointee
            let type = reference._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
            if type != quietType { return false }
        }
        return true
    }

    /// The closing itself: dependents, then instances in the reverse order of making.
    private nonisolated(nonsending) func runClosing() async -> ClosingReport {
        let start = ContinuousClock.now
        var entries: [ClosingReport.Entry] = []
        var suspects: [Suspect] = []
        while let dependent = lastDependent {
            let report = await dependent.close()
            entries += report.entries
            suspects += report.suspects
        }
        await awaitReaders()
        entries += await awaitBuilders()
        withdrawExports()
        let (own, remaining) = await closeInstances()
        entries += own
        suspects += remaining
        closeCells()
        let duration = entries.isEmpty ? .zero : ContinuousClock.now - start
        let report = ClosingReport(scope: path, entries: entries, suspects: suspects, duration: duration)
        finishClosing(report)
        return report
    }

    private nonisolated(nonsending) func closeInstances() async -> ([ClosingReport.Entry], [Suspect]) {
        let late = state.withLock { $0.extra?.made ?? [] }
        let slots = plan.compiled.removals.prefix(header.pointee.made).map(\.slot) + late
        let isQuiet = slots.allSatisfy { slot in
            let info = plan.compiled.slots[slot]
            return info.shape.isQuiet(in: region + info.offset)
        }
        let run = ClosingRun(self, slots)
        let result = isQuiet ? run.closeQuietly() : await run.close()
        forgetMade()
        return result
    }

    private func finishClosing(_ report: ClosingReport) {
        // First out of the owners, while it is still closing: one that closes meanwhile waits for this, and does not find a
        // closed dependent again and again.
        leaveOwners()
        let waiting = state.withLock { state -> [CheckedContinuation<ClosingReport, Never>]? in
            state.phase = .closed
            header.pointee.made = 0
            if !report.isEmpty { state.makeExtra().report = report }
            guard let extra = state.extra else { return nil }
            defer { extra.awaitingReport = [] }
            return extra.awaitingReport
        }
        if let waiting { for continuation in waiting { continuation.resume(returning: report) } }
    }

    /// Waits until nobody reads this scope's instances any more.
    private nonisolated(nonsending) func awaitReaders() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.readers > 0 { state.makeExtra().awaitingReaders = continuation }
                return state.readers == 0
            }
            if isOver { continuation.resume() }
        }
    }

    /// Calls off what is being made, and waits for its end, for each at most its own time limit for closing.
    ///
    /// An initialiser that does not wait can't be called off, and is waited for as long as it takes.
    ///
    /// - Returns: An entry for each builder that was left alone.
    private nonisolated(nonsending) func awaitBuilders() async -> [ClosingReport.Entry] {
        var entries: [ClosingReport.Entry] = []
        let jobs = state.withLock { $0.extra?.jobs ?? [:] }.sorted { $0.key < $1.key }
        for (_, entry) in jobs where entry.hasStarted { entry.job.cancel() }
        for (slot, entry) in jobs {
            let info = plan.compiled.slots[slot]
            let job = entry.job
            if entry.hasStarted {
                // What it came to matters to those who asked for it.
                let outcome = await withTimeLimit(plan.compiled.closingTimeLimit(of: slot)) {
                    while try await !job.wait(since: job.turn) {}
                }
                if case .abandoned(let limit) = outcome {
                    entries.append(
                        ClosingReport.Entry(scope: path, binding: info.binding, outcome: outcome, duration: limit))
                }
            }
            // What it reads must stay where it is meanwhile.
            while !forget(job) { await awaitMaking(by: job) }
            job.end(.failure(ScopeClosed(scope: path)))
        }
        return entries
    }
}
