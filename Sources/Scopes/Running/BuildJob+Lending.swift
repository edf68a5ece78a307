// An instance that exists, and waits for what is made with it, can be had by the builders of that. Their instances can be
// had by others when it can; and when it is taken back, they are taken back before.

extension BuildJob {
    /// Notes that another builder has the instance, though it may still be taken back.
    ///
    /// - Returns: Whether that can be had; false when it is being taken back.
    func lend(to borrower: BuildJob) -> Bool {
        if borrower === self { return true }
        let isLent = state.withLock { state -> Bool? in
            // It has come to its end well, and is there to stay; or was taken back.
            if let result = state.result { return (try? result.get()) != nil ? nil : false }
            guard state.borrowers != nil else { return false }
            state.borrowers?.append(borrower)
            return true
        }
        if isLent == true { borrower.state.withLock { $0.lenders.append(self) } }
        return isLent ?? true
    }

    /// The builders that have the instance; from now on nobody gets it.
    func takeBorrowers() -> [BuildJob] {
        state.withLock { state in
            defer { state.borrowers = nil }
            return state.borrowers ?? []
        }
    }

    /// The builders whose instances this one has, and that have not been asked for before.
    func takeLenders() -> [BuildJob] {
        state.withLock { state in
            defer { state.lenders = [] }
            return state.lenders
        }
    }
}

extension ScopeCore {
    /// Waits until what a builder has read is there to stay.
    ///
    /// - Throws: What came of it, if it is taken back; `CancellationError`.
    nonisolated(nonsending) func awaitLenders(of job: BuildJob) async throws {
        while true {
            let lenders = job.takeLenders()
            if lenders.isEmpty { return }
            for lender in lenders { try await lender.core.awaitSettling(of: lender, for: job) }
        }
    }

    /// Waits for the end of a builder that lent its instance to another.
    private nonisolated(nonsending) func awaitSettling(of lender: BuildJob, for borrower: BuildJob) async throws {
        let graph = waitGraph
        while true {
            let turn = lender.turn
            // The lender may be waiting for the borrower, whose instance exists: that can be had by it now.
            let existing = try graph.enter(borrower, waitingFor: .instance(core: self, slot: lender.slot))
            defer { graph.leave(borrower) }
            for job in existing where job !== lender { job.wake() }
            if try await lender.wait(since: turn) { return }
        }
    }
}
