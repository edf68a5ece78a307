// How the work of a builder ends: well, or by taking back what it has made.

extension ScopeCore {
    /// Notes that a builder has made all, unless it has been given up.
    func settle(_ job: BuildJob) {
        let isSettled = state.withLock { state in
            guard let extra = state.extra, let entry = extra.jobs[job.slot], entry.job === job, !entry.isGivenUp
            else { return false }
            extra.jobs[job.slot] = nil
            extra.cells[job.slot]?.confirm(owner: self)
            return true
        }
        if isSettled { job.end(.success(())) }
    }

    /// Gives a builder up that has failed.
    nonisolated(nonsending) func giveUp(_ job: BuildJob, because error: any Error) async {
        guard let taken = beginGivingUp(job) else { return }
        let limit = plan.compiled.buildingTimeLimit(of: job.slot)
        await takeBack(taken, of: job, because: taken.isLate ? BuildingTimeLimitExceeded(job, limit) : error)
    }

    /// Gives a builder up that takes too long.
    nonisolated(nonsending) func expire(_ job: BuildJob, after limit: Duration) async {
        guard let taken = beginGivingUp(job) else { return }
        let error = BuildingTimeLimitExceeded(job, limit)
        job.cancel()
        await takeBack(taken, of: job, because: error)
    }

    /// What a builder that is given up has made.
    private struct Taken: Sendable {
        /// The slots, the last that was filled first.
        let slots: [Int]
        let cells: [AnyCell]
        /// Whether it took too long.
        let isLate: Bool
    }

    /// Notes that a builder is given up, and that what it has made is not there any more.
    ///
    /// When it reads slots at this moment, it is noted instead that the builder is late.
    ///
    /// - Returns: What it has made; nil when it is not to be given up now.
    private func beginGivingUp(_ job: BuildJob) -> Taken? {
        state.withLock { state in
            guard let extra = state.extra, let entry = extra.jobs[job.slot], entry.job === job, !entry.isGivenUp
            else { return nil }
            if entry.making != nil {
                extra.jobs[job.slot]?.isLate = true
                return nil
            }
            extra.jobs[job.slot]?.isGivenUp = true
            let steps = plan.compiled.lazySteps[job.slot] ?? 0..<0
            let slots = steps.reversed().map { plan.compiled.steps[$0].slot }.filter { extra.isBuilt($0) }
            for slot in slots { extra.noteRemoved(slot) }
            return Taken(slots: slots, cells: slots.compactMap { extra.cells[$0] }, isLate: entry.isLate)
        }
    }

    /// Closes and destroys what a builder has made, and tells those that wait for it.
    private nonisolated(nonsending) func takeBack(_ taken: Taken, of job: BuildJob, because error: any Error) async {
        // Whoever asks again has it made again.
        for cell in taken.cells { cell.unset(owner: self) }
        await awaitReading(of: taken.slots)
        for slot in taken.slots {
            let info = plan.compiled.slots[slot]
            if let action = info.shape.closingAction(of: region + info.offset) {
                _ = await withTimeLimit(plan.compiled.closingTimeLimit(of: slot), action)
            }
            _ = info.shape.remove(from: region + info.offset)
        }
        let isCurrent = state.withLock { state in
            guard let entry = state.extra?.jobs[job.slot], entry.job === job else { return false }
            state.extra?.jobs[job.slot] = nil
            return true
        }
        if isCurrent { job.end(.failure(error)) }
    }

    /// Waits for those that may read slots which are not built any more.
    private nonisolated(nonsending) func awaitReading(of slots: [Int]) async {
        let jobs = state.withLock { state -> [BuildJob] in
            guard let extra = state.extra, !slots.isEmpty else { return [] }
            return extra.jobs.values.filter { entry in
                guard let number = entry.making else { return false }
                return plan.compiled.ownInputs(ofStep: number).contains { slots.contains($0) }
            }.map(\.job)
        }
        for job in jobs { await awaitMaking(by: job) }
        for slot in slots { await awaitClaims(on: slot) }
    }

    /// Waits until a builder reads no slots.
    nonisolated(nonsending) func awaitMaking(by job: BuildJob) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard let extra = state.extra, let entry = extra.jobs[job.slot], entry.job === job, entry.making != nil
                else { return true }
                extra.jobs[job.slot]?.awaitingStep.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Forgets a builder, unless it reads slots.
    ///
    /// - Returns: Whether it is forgotten.
    func forget(_ job: BuildJob) -> Bool {
        state.withLock { state in
            guard let extra = state.extra, let entry = extra.jobs[job.slot], entry.job === job else { return true }
            if entry.making != nil { return false }
            extra.jobs[job.slot] = nil
            return true
        }
    }
}
