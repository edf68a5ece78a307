extension ScopeCore {
    /// A builder, as the scope knows it.
    struct JobEntry: Sendable {
        let job: BuildJob
        /// Whether it has a task yet.
        var hasStarted = false
        /// Whether an initialiser that does not wait is running, which can't be called off.
        var isMaking = false
        /// Whether it took longer than it may while that was so.
        var isLate = false
        /// Whether it is being taken back, so that what it still makes is not wanted.
        var isGivenUp = false
    }

    /// The making of a binding was given up before it came to its end.
    struct GivenUp: Error {}

    private enum Decision: Sendable {
        case ready
        case refuse
        case awaitOpening
        case wait(BuildJob)
        case start(BuildJob)
    }

    /// Sees to it that the instance of a binding is made, or waits for the one who makes it.
    ///
    /// - Throws: What making it throws; ``ScopeClosed``; ``WaitCycle`` when its making waits for the caller;
    ///   `CancellationError` when this waiter is cancelled.
    nonisolated(nonsending) func ensure(_ slot: Int) async throws {
        while true {
            switch decide(slot) {
            case .ready: return
            case .refuse: throw ScopeClosed(scope: path)
            // What came of the opening is read anew.
            case .awaitOpening: await awaitOpening()
            case .wait(let job): return try await wait(for: job)
            case .start(let job):
                start(job, plan.compiled.lazySteps[slot] ?? 0..<0)
                return try await wait(for: job)
            }
        }
    }

    private func decide(_ slot: Int) -> Decision {
        state.withLock { state in
            switch state.phase {
            case .closing, .closed: return .refuse
            // Nothing in the opening of a simple plan waits, so it comes to its end soon.
            case .opening where plan.compiled.isSimple: return .awaitOpening
            case .opening, .open: break
            }
            if isBuilt(slot, state) { return .ready }
            let extra = state.makeExtra()
            if let entry = extra.jobs[slot] { return .wait(entry.job) }
            let isLazy = plan.compiled.lazySteps[slot] != nil
            let job = BuildJob(core: self, slot: slot)
            extra.jobs[slot] = JobEntry(job: job, hasStarted: isLazy)
            return isLazy ? .start(job) : .wait(job)
        }
    }

    private nonisolated(nonsending) func wait(for job: BuildJob) async throws {
        guard let current = BuildJob.current else { return try await job.wait() }
        let graph = waitGraph
        try graph.enter(current, waitingFor: .instance(core: self, slot: job.slot))
        defer { graph.leave(current) }
        try await job.wait()
    }

    /// The builder of an eager binding, which is about to start.
    func jobToStart(_ slot: Int) -> BuildJob {
        state.withLock { state in
            let extra = state.makeExtra()
            var entry = extra.jobs[slot] ?? JobEntry(job: BuildJob(core: self, slot: slot))
            entry.hasStarted = true
            extra.jobs[slot] = entry
            return entry.job
        }
    }

    /// Starts a builder, which takes the steps with these numbers one after another.
    func start(
        _ job: BuildJob, _ steps: Range<Int>, whenEnded: (@Sendable (Result<Void, any Error>) -> Void)? = nil
    ) {
        let limit = plan.compiled.buildingTimeLimit(of: job.slot)
        job.start(limit: limit) {
            do {
                for number in steps { try await self.run(number, for: job) }
                let followed = steps.flatMap { self.plan.compiled.steps.rest(of: $0).followed }
                for slot in followed { try await self.ensure(slot) }
                self.settle(job, .success(()))
            } catch {
                await self.giveUp(job, because: error)
            }
        } expire: {
            await self.expire(job, after: limit)
        } whenEnded: { result in
            whenEnded?(result)
        }
    }

    /// Runs one step of a builder, after what it reads has been made.
    private nonisolated(nonsending) func run(_ number: Int, for job: BuildJob) async throws {
        let steps = plan.compiled.steps
        let slot = steps[number].slot
        let rest = steps.rest(of: number)
        for address in rest.awaited { try await frame(address.frame).ensure(address.slot) }
        for slot in plan.compiled.ownInputs(ofStep: number) { try await ensure(slot) }
        try Task.checkCancellation()
        let start = ContinuousClock.now
        if let makeAsynchronously = rest.makeAsynchronously {
            let orphans = OrphanedDependencies.count
            try await makeAsynchronously(self, job)
            // What was delivered is taken back with the rest of what failed.
            if let undeclared = OrphanedDependencies.first(after: orphans) { throw undeclared }
        } else {
            try beginMaking(job)
            do {
                try make(steps[number], number)
            } catch {
                endMaking(job, made: nil)
                throw error
            }
            endMaking(job, made: slot)
        }
        noteDuration(.now - start, of: slot)
    }

    private func beginMaking(_ job: BuildJob) throws {
        let isWanted = state.withLock { state in
            guard let entry = state.extra?.jobs[job.slot], entry.job === job, !entry.isGivenUp, !entry.isLate
            else { return false }
            state.extra?.jobs[job.slot]?.isMaking = true
            return true
        }
        if !isWanted { throw GivenUp() }
    }

    private func endMaking(_ job: BuildJob, made slot: Int?) {
        let cell = state.withLock { state -> AnyCell? in
            state.extra?.jobs[job.slot]?.isMaking = false
            guard let slot else { return nil }
            noteBuilt(slot, &state)
            return state.extra?.cells[slot]
        }
        if let slot, let cell { fill(cell, from: slot) }
    }

    /// Notes that a slot beside the plan's order is filled.
    ///
    /// Called under the lock.
    func noteBuilt(_ slot: Int, _ state: inout State) {
        state.makeExtra().noteBuilt(slot)
        header.pointee.hasMore = true
    }

    /// Puts what an asynchronous initialiser has made in its slot, if it is still wanted.
    ///
    /// - Throws: ``GivenUp`` when it is not; it has been closed then.
    @usableFromInline
    nonisolated(nonsending) func deliver<T: Sendable, K: Sendable>(
        _ instance: K, madeFrom original: T, to slot: Int, by job: BuildJob
    ) async throws {
        let shape = plan.compiled.slots[slot].shape
        func write(to pointer: UnsafeMutableRawPointer) {
            pointer.assumingMemoryBound(to: K.self).initialize(to: instance)
            if shape.originalOffset != 0 {
                (pointer + shape.originalOffset).assumingMemoryBound(to: T.self).initialize(to: original)
            }
        }
        let (isWanted, cell) = state.withLock { state -> (Bool, AnyCell?) in
            guard let extra = state.extra, let entry = extra.jobs[job.slot], entry.job === job, !entry.isGivenUp
            else { return (false, nil) }
            write(to: region + plan.compiled.slots.offset(of: slot))
            noteBuilt(slot, &state)
            return (true, extra.cells[slot])
        }
        if let cell { fill(cell, from: slot) }
        if isWanted { return }
        let stray = UnsafeMutableRawPointer.allocate(byteCount: max(shape.size, 1), alignment: shape.alignment)
        defer { stray.deallocate() }
        write(to: stray)
        if let action = shape.closingAction(of: stray) {
            _ = await withTimeLimit(plan.compiled.closingTimeLimit(of: slot), action)
        }
        _ = shape.remove(from: stray)
        throw GivenUp()
    }

    /// Notes that a builder has come to its end.
    private func settle(_ job: BuildJob, _ result: Result<Void, any Error>) {
        let isCurrent = state.withLock { state in
            guard let entry = state.extra?.jobs[job.slot], entry.job === job else { return false }
            state.extra?.jobs[job.slot] = nil
            return true
        }
        if isCurrent { job.end(result) }
    }

    /// Takes back what a builder has made, and tells those that wait for it.
    private nonisolated(nonsending) func giveUp(_ job: BuildJob, because error: any Error) async {
        let (mayGiveUp, isLate) = state.withLock { state -> (Bool, Bool) in
            guard let entry = state.extra?.jobs[job.slot], entry.job === job, !entry.isGivenUp else {
                return (false, false)
            }
            state.extra?.jobs[job.slot]?.isGivenUp = true
            return (true, entry.isLate)
        }
        guard mayGiveUp else { return }
        let steps = plan.compiled.lazySteps[job.slot] ?? 0..<0
        for number in steps.reversed() { await takeBack(plan.compiled.steps[number].slot) }
        let limit = plan.compiled.buildingTimeLimit(of: job.slot)
        settle(job, .failure(isLate ? BuildingTimeLimitExceeded(job, limit) : error))
    }

    /// Gives a builder up that takes too long.
    private nonisolated(nonsending) func expire(_ job: BuildJob, after limit: Duration) async {
        let mayGiveUp = state.withLock { state in
            guard let entry = state.extra?.jobs[job.slot], entry.job === job else { return false }
            if entry.isMaking { state.extra?.jobs[job.slot]?.isLate = true }
            return !entry.isMaking
        }
        guard mayGiveUp else { return }
        let error = BuildingTimeLimitExceeded(job, limit)
        job.cancel()
        await giveUp(job, because: error)
    }

    /// Closes and destroys one instance whose making as a whole has failed.
    private nonisolated(nonsending) func takeBack(_ slot: Int) async {
        let isThere = state.withLock { $0.extra?.isBuilt(slot) == true }
        guard isThere else { return }
        let info = plan.compiled.slots[slot]
        // Whoever asks again has it made again.
        state.withLock { $0.extra?.cells[slot] }?.unset(owner: self)
        if let action = info.shape.closingAction(of: region + info.offset) {
            _ = await withTimeLimit(plan.compiled.closingTimeLimit(of: slot), action)
        }
        state.withLock { $0.extra?.noteRemoved(slot) }
        _ = info.shape.remove(from: region + info.offset)
    }
}
