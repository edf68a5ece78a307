extension ScopeCore {
    /// Opens a scope: runs the plan, and when a step fails, closes what was made.
    ///
    /// - Parameters:
    ///   - plan: What to open.
    ///   - parent: The open scope above, whose plan is the one that this plan was admitted under.
    ///   - imports: The open scopes that the plan imports from, in the plan's order.
    ///   - arguments: Puts the arguments in their slot, for plans that take some.
    /// - Returns: The scope, open.
    /// - Throws: ``OpeningError``, after what had been made is closed.
    nonisolated(nonsending) static func open(
        _ plan: Plan,
        under parent: ScopeCore?,
        importing imports: [ScopeCore] = [],
        arguments: (ScopeCore) -> Void = { _ in }
    ) async throws(OpeningError) -> ScopeCore {
        let core = ScopeCore(plan: plan, parent: parent, imports: imports)
        let entries: [Entry]
        do {
            entries = try core.enterOwners()
        } catch {
            throw OpeningError(scope: core.path, cause: .scopeClosed(error), closing: .nothing(in: core.path))
        }
        core.state.withLock { $0.entries = entries }
        arguments(core)
        if let failure = await core.run(plan.steps) {
            let report = await core.closeAfterFailure()
            throw OpeningError(scope: core.path, cause: failure, closing: report)
        }
        core.publishExports()
        core.becomeOpen()
        return core
    }

    /// Runs steps in order.
    ///
    /// Returns what went wrong, or nil.
    private nonisolated(nonsending) func run(_ steps: [Step]) async -> OpeningError.Cause? {
        for step in steps {
            do {
                try await run(step)
            } catch {
                return .bindingFailed(plan.slots[step.slot].binding, error: error)
            }
        }
        return nil
    }

    /// Runs one step, after the lazy bindings that it reads.
    nonisolated(nonsending) func run(_ step: Step) async throws {
        for address in step.lazyInputs {
            try await frame(address.frame).ensure(address.slot)
        }
        switch step.making {
        case .synchronous(let make):
            try make(self)
        case .asynchronous(let make):
            try Task.checkCancellation()
            try await make(self)
        }
    }

    private func becomeOpen() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .opening(let waiting) = state.phase else { return [] }
            state.phase = .open
            return waiting
        }
        waiting.forEach { $0.resume() }
    }
}
