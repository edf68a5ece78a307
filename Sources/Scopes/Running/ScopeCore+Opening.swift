extension ScopeCore {
    /// Opens a scope: runs the plan, and when a step fails, closes what was made.
    ///
    /// - Parameters:
    ///   - plan: What to open.
    ///   - parent: The open scope above, whose plan is the one that this plan was admitted under.
    ///   - imports: The open scopes that the plan imports from, in the plan's order.
    ///   - isWithheld: Whether its exports are kept from those beside it for now.
    ///   - arguments: Puts the arguments in their slot, for plans that take some.
    /// - Returns: The scope, open.
    /// - Throws: ``OpeningError``, after what had been made is closed.
    nonisolated(nonsending) static func open(
        _ plan: Plan,
        under parent: ScopeCore?,
        importing imports: [ScopeCore] = [],
        isWithheld: Bool = false,
        arguments: (ScopeCore) -> Void = { _ in }
    ) async throws(OpeningError) -> ScopeCore {
        let core = ScopeCore(plan: plan, parent: parent, imports: imports)
        // From when it is entered, others can see it.
        arguments(core)
        if isWithheld { core.state.withLock { $0.makeExtra().isWithheld = true } }
        try core.enterOwners()
        if ConstructionSite.isSet {
            try await core.openOutsideSite()
            return core
        }
        var failure: OpeningError.Cause?
        if !core.openAtOnce(&failure) { try await core.finishOpening(failure) }
        return core
    }

    /// Opens the scope, which is entered in its owners, when an initialiser opens it that may ask by ``Dependency``.
    ///
    /// What is made here must not be filled by what that one has declared.
    ///
    /// - Throws: ``OpeningError``, after what had been made is closed.
    nonisolated(nonsending) func openOutsideSite() async throws(OpeningError) {
        let result = await ConstructionSite.$current.withValue(nil) { () async -> Result<Void, OpeningError> in
            var failure: OpeningError.Cause?
            if openAtOnce(&failure) { return .success(()) }
            do throws(OpeningError) {
                try await finishOpening(failure)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Opens the scope, which is entered in its owners, if nothing in its plan waits.
    ///
    /// - Parameter failure: What went wrong.
    /// - Returns: Whether the scope is open. If not, ``finishOpening(_:)`` does the rest.
    func openAtOnce(_ failure: inout OpeningError.Cause?) -> Bool {
        guard plan.compiled.opensAtOnce else { return false }
        failure = plan.compiled.isTimed ? makeSimplyWithTimes() : makeSimply()
        if failure != nil { return false }
        becomeOpen()
        return true
    }

    /// Opens the scope after ``openAtOnce(_:)`` could not, or closes what was made before the failure.
    ///
    /// - Parameter failure: What went wrong before.
    /// - Throws: ``OpeningError``, after what had been made is closed.
    nonisolated(nonsending) func finishOpening(_ failure: OpeningError.Cause?) async throws(OpeningError) {
        var failure = failure
        if failure == nil { failure = await makeWaiting() }
        guard let failure else { return becomeOpen() }
        let report = await closeAfterFailure()
        throw OpeningError(scope: path, cause: failure, closing: report)
    }

    /// Makes what is made at opening, and waits where that has to be.
    ///
    /// Returns what went wrong, or nil.
    private nonisolated(nonsending) func makeWaiting() async -> OpeningError.Cause? {
        guard plan.compiled.isSimple else { return await Opening(self).run() }
        while true {
            if let failure = await ensureAwaited() { return failure }
            // What was had before it was settled may have been taken back meanwhile.
            guard let claims = claim(plan.compiled.awaited) else { continue }
            defer { release(claims) }
            return plan.compiled.isTimed ? makeSimplyWithTimes() : makeSimply()
        }
    }

    /// Sees to it that the lazy bindings of other scopes are made that the steps of a simple plan read.
    ///
    /// Returns what went wrong, or nil.
    private nonisolated(nonsending) func ensureAwaited() async -> OpeningError.Cause? {
        for address in plan.compiled.awaited {
            do {
                try await frame(address.frame).ensure(address.slot)
            } catch is CancellationError where Task.isCancelled {
                return .cancelled
            } catch {
                let owner = frame(address.frame)
                return .bindingFailed(owner.plan.compiled.slots[address.slot].binding, error: error)
            }
        }
        return nil
    }

    /// Runs the steps of a plan in which nothing waits.
    private func makeSimply() -> OpeningError.Cause? {
        let steps = plan.compiled.simpleSteps
        let header = header
        for number in 0..<steps.count {
            do {
                try make(steps[number], number)
            } catch {
                return .bindingFailed(plan.compiled.slots[steps[number].slot].binding, error: error)
            }
            header.pointee.made += 1
            if steps[number].fillsCell { fillCell(of: steps[number].slot) }
        }
        return nil
    }

    private func makeSimplyWithTimes() -> OpeningError.Cause? {
        var durations: [Int: Duration] = [:]
        defer { state.withLock { [durations] state in state.makeExtra().durations = durations } }
        var last = ContinuousClock.now
        let steps = plan.compiled.simpleSteps
        for number in 0..<steps.count {
            let slot = steps[number].slot
            do {
                try make(steps[number], number)
            } catch {
                return .bindingFailed(plan.compiled.slots[slot].binding, error: error)
            }
            header.pointee.made += 1
            if steps[number].fillsCell { fillCell(of: slot) }
            let now = ContinuousClock.now
            durations[slot] = now - last
            last = now
        }
        return nil
    }

    /// Notes that the opening task has made an instance of a plan with asynchronous bindings.
    func noteMade(_ slot: Int, in duration: Duration) {
        let job = state.withLock { state -> BuildJob? in
            let extra = state.makeExtra()
            let job = extra.jobs.removeValue(forKey: slot)?.job
            noteBuilt(slot, &state)
            extra.durations[slot] = duration
            return job
        }
        job?.end(.success(()))
    }

    func noteDuration(_ duration: Duration, of slot: Int) {
        state.withLock { $0.makeExtra().durations[slot] = duration }
    }

    private func becomeOpen() {
        if !plan.exports.isEmpty { publishExports() }
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            state.phase = .open
            return state.takeAwaitingOpening()
        }
        if let waiting { for continuation in waiting { continuation.resume() } }
    }

    /// Waits until the scope is open, or failed to open.
    nonisolated(nonsending) func awaitOpening() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard case .opening = state.phase else { return true }
                state.makeExtra().awaitingOpening.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}

extension ScopeCore.State {
    mutating func takeAwaitingOpening() -> [CheckedContinuation<Void, Never>]? {
        guard let extra else { return nil }
        defer { extra.awaitingOpening = [] }
        return extra.awaitingOpening
    }

    /// Those that wait for the last session or scene to close, if it has.
    mutating func takeDrained() -> [CheckedContinuation<Bool, Never>]? {
        guard sceneCount == 0, let extra, !extra.drains.isEmpty else { return nil }
        var waiting: [CheckedContinuation<Bool, Never>] = []
        for (number, drain) in extra.drains {
            guard case .waiting(let continuation) = drain else { continue }
            extra.drains[number] = nil
            waiting.append(continuation)
        }
        return waiting
    }
}
