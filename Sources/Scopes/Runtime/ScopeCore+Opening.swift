extension ScopeCore {
    /// Opens a scope: executes the plan, and closes the created instances if a step fails.
    ///
    /// - Parameters:
    ///   - plan: The plan to execute.
    ///   - parent: The open parent; nil for a root.
    ///   - imports: The open scopes that the plan imports from, in the order of the plan.
    ///   - isWithheld: Whether the exports are hidden from siblings until ``publishWithheld()``.
    ///   - arguments: The arguments, for plans that take some.
    /// - Returns: The open scope, which the caller closes.
    /// - Throws: ``OpeningError`` if a step fails, after the created instances have been closed.
    nonisolated(nonsending) static func open(
        _ plan: Plan,
        under parent: ScopeCore?,
        importing imports: [ScopeCore] = [],
        isWithheld: Bool = false,
        arguments: AnyInstance? = nil
    ) async throws(OpeningError) -> ScopeCore {
        let core = ScopeCore(plan: plan, parent: parent, imports: imports)
        if let arguments { core.slots.fill(0, with: arguments) }
        if isWithheld { core.state.withLock { $0.makeExtra().isWithheld = true } }
        try await core.open()
        return core
    }

    /// Opens this scope.
    ///
    /// - Throws: ``OpeningError`` if a step fails, after the created instances have been closed.
    @inline(__always)
    nonisolated(nonsending) func open() async throws(OpeningError) {
        let position = try register()
        if plan.opensAtOnce {
            guard let failure = plan.isOwned ? createAllWithDurations() : createAll() else {
                return becomeOpen(position)
            }
            try await fail(failure, position)
        } else {
            try await openWaiting(position)
        }
    }

    /// Opens this scope if opening has to await something.
    private nonisolated(nonsending) func openWaiting(_ position: Int) async throws(OpeningError) {
        if let failure = await copyPrerequisites() { try await fail(failure, position) }
        let failure = plan.isSynchronous ? createAllWithDurations() : await Opening(self).run()
        if let failure { try await fail(failure, position) }
        becomeOpen(position)
    }

    private nonisolated(nonsending) func fail(
        _ cause: OpeningError.Cause, _ position: Int
    ) async throws(OpeningError) {
        throw OpeningError(scope: path, cause: cause, closing: await closeAfterFailure(position))
    }

    /// Copies the lazy instances of other scopes that the factories read.
    private nonisolated(nonsending) func copyPrerequisites() async -> OpeningError.Cause? {
        for prerequisite in plan.opening.prerequisites {
            let owner = core(prerequisite.address.scope)
            do {
                slots.fill(prerequisite.slot, with: try await owner.instance(in: prerequisite.address.slot))
            } catch is CancellationError where Task.isCancelled {
                return .cancelled
            } catch {
                return .bindingFailed(owner.plan.blueprint.bindings[prerequisite.address.slot], error: error)
            }
        }
        return nil
    }

    /// Creates the instances of a plan with synchronous factories.
    ///
    /// - Returns: The failure, or nil.
    private func createAll() -> OpeningError.Cause? {
        let source = source
        let all = plan.opening.steps
        let steps = all.span
        for number in steps.indices {
            let slot = steps[number].slot
            do {
                slots.fill(slot, with: try steps[number].make(source))
            } catch {
                return .bindingFailed(plan.opening.details[number].binding, error: error)
            }
            if steps[number].fillsCell { setCell(of: slot, to: AnyInstance(object: slots[slot])) }
        }
        return nil
    }

    private func createAllWithDurations() -> OpeningError.Cause? {
        var durations: [Int: Duration] = [:]
        defer { state.withLock { [durations] state in state.makeExtra().durations = durations } }
        let source = source
        var last = ContinuousClock.now
        for (number, step) in plan.opening.steps.enumerated() {
            do {
                slots.fill(step.slot, with: try step.make(source))
            } catch {
                return .bindingFailed(plan.opening.details[number].binding, error: error)
            }
            if step.fillsCell { setCell(of: step.slot, to: AnyInstance(object: slots[step.slot])) }
            let now = ContinuousClock.now
            durations[step.slot] = now - last
            last = now
        }
        return nil
    }

    private func becomeOpen(_ position: Int) {
        if !plan.exports.isEmpty { publishExports() }
        let (opened, awaited) = state.withLock { state -> (Completion<Void>?, [Construction]) in
            state.phase = .open
            state.position = position
            guard let extra = state.extra else { return (nil, []) }
            return (extra.opened, extra.removeUnstarted())
        }
        opened?.complete(with: ())
        for construction in awaited { construction.finish(.success(())) }
    }

    /// Waits until the scope is open, or has failed to open.
    nonisolated(nonsending) func waitForOpening() async {
        let opened = state.withLock { state -> Completion<Void>? in
            guard state.phase == .opening else { return nil }
            let extra = state.makeExtra()
            let opened = extra.opened ?? Completion()
            extra.opened = opened
            return opened
        }
        await opened?.wait()
    }
}

extension ScopeState.Extra {
    /// Removes the constructions of instances that only waited for the end of the opening.
    func removeUnstarted() -> [Construction] {
        let unstarted = constructions.filter { !$0.value.isStarted }
        for slot in unstarted.keys { constructions[slot] = nil }
        return Array(unstarted.values)
    }
}
