extension ScopeCore {
    /// Closes the scope, or waits until it has closed, and returns the report.
    ///
    /// Cancellation of the closing task has no effect: the task waits without cancellation, and instances are closed in
    /// separate tasks.
    @inline(__always)
    nonisolated(nonsending) func close() async -> ClosingReport {
        if let report = closeAtOnce() { return report }
        return await closeWaiting()
    }

    /// Closes this scope if closing has to await something.
    private nonisolated(nonsending) func closeWaiting() async -> ClosingReport {
        while true {
            switch decideClosing() {
            case .run: return await runClosing()
            case .report(let report): return report
            case .wait(let closed): return await closed.wait()
            case .waitForOpening: await waitForOpening()
            }
        }
    }

    /// Closes the instances that an opening created before it failed.
    nonisolated(nonsending) func closeAfterFailure(_ position: Int) async -> ClosingReport {
        let opened = state.withLock { state in
            state.phase = .closing
            state.position = position
            return state.extra?.opened
        }
        opened?.complete(with: ())
        return await runClosing()
    }

    private enum Decision: Sendable {
        case run
        case waitForOpening
        case wait(Completion<ClosingReport>)
        case report(ClosingReport)
    }

    private func decideClosing() -> Decision {
        state.withLock { state in
            switch state.phase {
            case .opening: return .waitForOpening
            case .open:
                state.phase = .closing
                return .run
            case .closing:
                let extra = state.makeExtra()
                let closed = extra.closed ?? Completion()
                extra.closed = closed
                return .wait(closed)
            case .closed: return .report(state.extra?.closed?.value ?? ClosingReport(scope: path))
            }
        }
    }

    /// Closes the scope synchronously, if it is open, has no dependents, and no instance has to be closed.
    ///
    /// - Returns: The report, or nil if closing may have to wait.
    private func closeAtOnce() -> ClosingReport? {
        let disposal = plan.disposal
        if disposal.closing == .always { return nil }
        let position = state.withLock { state -> Int? in
            guard state.phase == .open, state.dependents.isEmpty, state.readers == 0, state.extra == nil,
                disposal.closing == .never || hasOnlyQuietTypes(disposal)
            else { return nil }
            state.phase = .closing
            return state.position
        }
        guard let position else { return nil }
        var candidates: [LeakCandidate] = []
        releaseInOrder(disposal, &candidates)
        let report = ClosingReport(scope: path, entries: [], candidates: candidates, duration: .zero)
        // Without `extra`, the scope has no imports.
        parent?.removeChild(self, at: position)
        becomeClosed(report)
        return report
    }

    /// Whether the dynamic types of the instances show that none has to be closed.
    ///
    /// The check calls no foreign code, so that it can run with the lock held.
    private func hasOnlyQuietTypes(_ disposal: OpeningDisposal) -> Bool {
        let all = disposal.steps
        let disposals = all.span
        for number in disposals.indices where disposals[number].closing != .never {
            guard let quietType = disposals[number].quietType,
                slots.contains(quietType, in: disposals[number].slot)
            else { return false }
        }
        return true
    }

    /// Closes the dependents, and then the instances in the reverse order of creation.
    private nonisolated(nonsending) func runClosing() async -> ClosingReport {
        let start = ContinuousClock.now
        var entries: [ClosingReport.Entry] = []
        var candidates: [LeakCandidate] = []
        var abandoned: [AbandonedCode] = []
        for dependent in state.withLock({ $0.dependents.all }).reversed() {
            let report = await dependent.scope.close()
            entries += report.entries
            candidates += report.candidates
            abandoned += report.abandoned
        }
        await waitForReaders()
        await endConstructions(&entries, &abandoned)
        withdrawExports()
        await closeInstances(&entries, &candidates, &abandoned)
        closeCells()
        let duration = entries.isEmpty ? .zero : ContinuousClock.now - start
        let report = ClosingReport(
            scope: path, entries: entries, candidates: candidates, abandoned: abandoned, duration: duration)
        // Unregisters the scope before it counts as closed, so that a concurrent closing of the parent waits for this
        // scope.
        unregister()
        becomeClosed(report)
        return report
    }

    /// Cancels the running constructions, and waits until they have ended.
    ///
    /// The wait for an asynchronous initializer ends at the time limit for closing. A synchronous initializer is
    /// awaited without a limit, even after the limit for its creation, because it may read properties from the scope
    /// until it returns.
    ///
    /// - Parameters:
    ///   - entries: Receives an entry for each construction that exceeded the limit.
    ///   - abandoned: Receives the asynchronous initializers that still run.
    private nonisolated(nonsending) func endConstructions(
        _ entries: inout [ClosingReport.Entry], _ abandoned: inout [AbandonedCode]
    ) async {
        let (running, overdue, timedOut) = state.withLock { state in
            (
                (state.extra?.constructions ?? [:]).sorted { $0.key < $1.key },
                Array((state.extra?.overdue ?? [:]).values), Array((state.extra?.abandoned ?? [:]).values)
            )
        }
        for (_, construction) in running where construction.isStarted { construction.cancel() }
        for (slot, construction) in running {
            let limit = construction.binding.closingTimeLimit ?? plan.blueprint.closingTimeLimit
            if construction.isStarted, plan.lazySectionOfSlot[slot].map({ plan.lazySections[$0].isSynchronous }) == true
            {
                await construction.waitForReturn()
            } else if construction.isStarted {
                let result = await withTimeLimit(limit) { await construction.waitForReturn() }
                if case .timedOut = result, remove(construction) {
                    entries.append(
                        ClosingReport.Entry(
                            scope: path, binding: construction.binding, outcome: .abandoned(after: limit),
                            duration: limit))
                    abandoned.append(AbandonedCode(construction))
                }
            } else {
                _ = remove(construction)
            }
            construction.finish(.failure(ScopeClosed(scope: path)))
        }
        for construction in overdue { await construction.waitForReturn() }
        abandoned += timedOut.map { AbandonedCode($0) }
    }

    private nonisolated(nonsending) func closeInstances(
        _ entries: inout [ClosingReport.Entry], _ candidates: inout [LeakCandidate],
        _ abandoned: inout [AbandonedCode]
    ) async {
        let extra = state.withLock { state in
            guard let extra = state.extra else {
                return (created: [CreatedInstance](), instances: [Int: AnyInstance]())
            }
            defer {
                extra.created = []
                extra.instances = [:]
            }
            return (created: extra.created, instances: extra.instances)
        }
        // The slots contain the same instances.
        if !plan.isSynchronous { slots.removeAll() }
        var created = extra.created
        while let last = created.popLast() {
            if let slot = last.slot { closeCell(of: slot) }
            await close(
                last.instance, details(of: last), InstanceOrigin(self, last.section, last.step), &entries, &candidates,
                &abandoned)
        }
        guard plan.isSynchronous else { return }
        for number in plan.opening.steps.indices.reversed() {
            let slot = plan.opening.steps[number].slot
            guard let instance = slots.take(slot) else { continue }
            closeCell(of: slot)
            await close(
                instance, plan.opening.details[number], InstanceOrigin(self, nil, number), &entries, &candidates,
                &abandoned)
        }
        slots.removeAll()
    }

    /// Closes one instance within its time limit, and releases it.
    private nonisolated(nonsending) func close(
        _ instance: consuming AnyInstance, _ details: Section.Details, _ origin: InstanceOrigin,
        _ entries: inout [ClosingReport.Entry], _ candidates: inout [LeakCandidate],
        _ abandoned: inout [AbandonedCode]
    ) async {
        if let action = details.binding.disposal.closingAction(of: instance) {
            let start = ContinuousClock.now
            let outcome: ClosingReport.Outcome
            switch await withTimeLimit(details.closingTimeLimit, action) {
            case .finished: outcome = .closed
            case .failed(let error): outcome = .failed(error)
            case .timedOut(let end):
                outcome = .abandoned(after: details.closingTimeLimit)
                abandoned.append(AbandonedCode(scope: path, binding: details.binding, end: end))
            }
            entries.append(
                ClosingReport.Entry(
                    scope: path, binding: details.binding, outcome: outcome, duration: ContinuousClock.now - start))
        }
        var released: AnyInstance? = instance
        release(&released, details.binding.disposal, origin, &candidates)
    }

    /// Releases the instances of a plan with synchronous factories, in the reverse order of creation.
    private func releaseInOrder(_ disposal: OpeningDisposal, _ candidates: inout [LeakCandidate]) {
        let all = disposal.steps
        let disposals = all.span
        var number = disposals.count
        while number > 0 {
            number -= 1
            guard disposals[number].isWatched else {
                _ = slots.take(disposals[number].slot)
                continue
            }
            if disposals[number].isWatchedObject, slots.takeIfUnique(disposals[number].slot) { continue }
            var instance = slots.take(disposals[number].slot)
            let disposal = plan.opening.details[number].binding.disposal
            release(&instance, disposal, InstanceOrigin(self, nil, number), &candidates)
        }
        // Releases the arguments, and the copies of lazy instances of other scopes.
        if slots.count > disposals.count { slots.removeAll() }
    }

    /// Releases an instance, and records its object as a leak candidate if it is still referenced.
    private func release(
        _ instance: inout AnyInstance?, _ disposal: Disposal, _ origin: InstanceOrigin,
        _ candidates: inout [LeakCandidate]
    ) {
        let candidate = instance.flatMap { disposal.watchedObject(of: $0) }.map { LeakCandidate($0, origin) }
        instance = nil
        if let candidate, candidate.isAlive { candidates.append(candidate) }
    }

    private func becomeClosed(_ report: ClosingReport) {
        let closed = state.withLock { state -> Completion<ClosingReport>? in
            state.phase = .closed
            if report.isEmpty, state.extra == nil { return nil }
            let extra = state.makeExtra()
            let closed = extra.closed ?? Completion()
            extra.closed = closed
            return closed
        }
        closed?.complete(with: report)
    }
}

extension AbandonedCode {
    /// An initializer.
    fileprivate init(_ construction: Construction) {
        self.init(scope: construction.scope, binding: construction.binding) { await construction.waitForReturn() }
    }
}
