extension ScopeCore {
    /// A builder, as the scope knows it.
    struct JobEntry: Sendable {
        let job: BuildJob
        /// Whether it has a task yet.
        var hasStarted = false
        /// The number of the step that reads slots: its initialiser is running, if that does not wait, which can't be called
        /// off; or takes what it needs.
        var making: Int?
        /// Those that wait for the end of that.
        var awaitingStep: [CheckedContinuation<Void, Never>] = []
        /// What it claims of other scopes meanwhile.
        var claims: [Address] = []
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
            case .wait(let job): if try await wait(for: job) { return }
            case .start(let job):
                start(job, plan.compiled.lazySteps[slot] ?? 0..<0)
                if try await wait(for: job) { return }
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
            // What is made with an instance may still fail, and then that is taken back.
            if isBuilt(slot, state), !isUnsettled(slot, state) { return .ready }
            let extra = state.makeExtra()
            if let entry = extra.jobs[slot] { return .wait(entry.job) }
            let isLazy = plan.compiled.lazySteps[slot] != nil
            let job = BuildJob(core: self, slot: slot)
            extra.jobs[slot] = JobEntry(job: job, hasStarted: isLazy)
            return isLazy ? .start(job) : .wait(job)
        }
    }

    /// Waits for a builder.
    ///
    /// - Returns: Whether the instance can be had; false when that has to be looked at again.
    private nonisolated(nonsending) func wait(for job: BuildJob) async throws -> Bool {
        let turn = job.turn
        let target = WaitGraph.Target.instance(core: self, slot: job.slot)
        guard let current = BuildJob.current else {
            guard let surrounding = BuildJob.surrounding else { return try await job.wait(since: turn) }
            // Whether an initialiser waits for a task that it started is not known, so this is no reason to refuse.
            let graph = waitGraph
            let wait = graph.enterTask(startedBy: surrounding, waitingFor: target)
            defer { graph.leaveTask(wait.number, startedBy: surrounding) }
            if wait.isInCircle, jobOfInstance(in: job.slot) === job { return true }
            return try await job.wait(since: turn)
        }
        let graph = waitGraph
        let existing = try graph.enter(current, waitingFor: target)
        defer { graph.leave(current) }
        if existing.contains(where: { $0 === job }) { return true }
        for other in existing { other.wake() }
        return try await job.wait(since: turn)
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
                if !followed.isEmpty { try self.requireTime(for: job) }
                for slot in followed { try await self.ensure(slot) }
                self.settle(job)
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
        try await beginMaking(number, reading: rest.awaited, for: job)
        let start = ContinuousClock.now
        if let makeAsynchronously = rest.makeAsynchronously {
            let orphans = OrphanedDependencies.count
            do {
                try await makeAsynchronously(self, job)
            } catch {
                endMaking(job, made: nil)
                throw error
            }
            // What was delivered is taken back with the rest of what failed.
            if let undeclared = OrphanedDependencies.first(after: orphans) { throw undeclared }
        } else {
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

    /// The slots of this scope that a step reads, those apart that the same builder has filled before.
    private func inputs(ofStep number: Int, for job: BuildJob) -> [Int] {
        let inputs = plan.compiled.ownInputs(ofStep: number)
        guard plan.compiled.lazySteps[job.slot] != nil else { return inputs }
        return inputs.filter { !plan.compiled.slots[$0].binding.isTransient }
    }

    /// Waits until what a step reads is there, and keeps it there until ``endMaking(_:made:)`` or ``endTaking(for:)``.
    ///
    /// - Parameters:
    ///   - number: The number of the step.
    ///   - awaited: Which lazy bindings of other scopes it reads.
    ///   - job: The builder.
    /// - Throws: ``GivenUp`` when the builder has been given up; what making the inputs throws; `CancellationError`.
    private nonisolated(nonsending) func beginMaking(
        _ number: Int, reading awaited: [Address], for job: BuildJob
    ) async throws {
        let inputs = inputs(ofStep: number, for: job)
        while true {
            for address in awaited { try await frame(address.frame).ensure(address.slot) }
            for slot in inputs { try await ensure(slot) }
            try Task.checkCancellation()
            // What is made with this instance, and is had before it is settled, may have been taken back meanwhile.
            guard try noteMaking(number, reading: inputs, by: job) else { continue }
            if awaited.isEmpty { return }
            guard let claims = claim(awaited) else {
                endMaking(job, made: nil)
                continue
            }
            if !claims.isEmpty { state.withLock { $0.extra?.jobs[job.slot]?.claims = claims } }
            return
        }
    }

    /// Notes that a builder reads slots of this scope, if they are there.
    ///
    /// - Returns: Whether they are.
    /// - Throws: ``GivenUp`` when the builder has been given up.
    private func noteMaking(_ number: Int, reading inputs: [Int], by job: BuildJob) throws(GivenUp) -> Bool {
        let result = state.withLock { state -> Result<Bool, GivenUp> in
            guard let extra = state.extra, let entry = extra.jobs[job.slot], entry.job === job, !entry.isGivenUp,
                !entry.isLate
            else { return .failure(GivenUp()) }
            guard inputs.allSatisfy({ isBuilt($0, state) }) else { return .success(false) }
            extra.jobs[job.slot]?.making = number
            return .success(true)
        }
        return try result.get()
    }

    private func endMaking(_ job: BuildJob, made slot: Int?) {
        let ended = state.withLock { state -> JobEntry? in
            if let slot { noteBuilt(slot, &state) }
            guard let extra = state.extra, let entry = extra.jobs[job.slot], entry.job === job else { return nil }
            extra.jobs[job.slot]?.making = nil
            extra.jobs[job.slot]?.claims = []
            extra.jobs[job.slot]?.awaitingStep = []
            return entry
        }
        guard let ended else { return }
        release(ended.claims)
        for continuation in ended.awaitingStep { continuation.resume() }
    }

    /// Notes that an asynchronous initialiser has what it reads.
    ///
    /// - Throws: ``GivenUp`` when the builder's time was up meanwhile.
    @usableFromInline
    func endTaking(for job: BuildJob) throws {
        endMaking(job, made: nil)
        try requireTime(for: job)
    }

    /// Has a builder given up whose time was up while it read slots: nothing else ends what it begins after that.
    ///
    /// - Throws: ``GivenUp`` when it was.
    private func requireTime(for job: BuildJob) throws {
        if state.withLock({ $0.extra?.jobs[job.slot]?.isLate == true }) { throw GivenUp() }
    }

    /// Notes that a slot beside the plan's order is filled, and points its cell at the instance.
    ///
    /// Called under the lock. A cell holds nothing before, so that nothing is destroyed.
    func noteBuilt(_ slot: Int, _ state: inout State) {
        let extra = state.makeExtra()
        extra.noteBuilt(slot)
        header.pointee.hasMore = true
        if let cell = extra.cells[slot] { fill(cell, from: slot, isProvisional: isUnsettled(slot, state)) }
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
        let isWanted = state.withLock { state in
            guard let entry = state.extra?.jobs[job.slot], entry.job === job, !entry.isGivenUp else { return false }
            write(to: region + plan.compiled.slots.offset(of: slot))
            noteBuilt(slot, &state)
            return true
        }
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
}
