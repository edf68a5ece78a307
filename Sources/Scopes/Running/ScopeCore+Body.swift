extension ScopeCore {
    /// Runs a body, then closes the scope, whatever came of the body.
    ///
    /// - Throws: What the body throws; ``ClosingError``, which has that in it, when the scope did not close well.
    nonisolated(nonsending) func closing<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        let result: Result
        do {
            result = try await body()
        } catch {
            let report = await close()
            if report.isClean { throw error }
            throw ClosingError(report: report, bodyError: error)
        }
        let report = await close()
        if !report.isClean { throw ClosingError(report: report, bodyError: nil) }
        return result
    }

    /// Puts the arguments in their slot, the first one, when the plan takes some.
    ///
    /// Nobody else can see the scope yet.
    func installArguments<Arguments: Sendable>(_ arguments: Arguments) {
        if let slot = plan.argumentsSlot {
            pointer(to: Arguments.self, at: plan.compiled.slots.offset(of: slot)).initialize(to: arguments)
            header.pointee.made = 1
        }
    }
}
