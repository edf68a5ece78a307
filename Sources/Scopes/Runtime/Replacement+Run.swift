extension Replacement {
    /// The result of a replacement.
    public struct Outcome: Sendable {
        /// The new scopes, in the order of ``Replacement/changes``.
        public let scopes: [Scope]
        /// The results of closing the old scopes, in the order of closing.
        public let closing: [ClosingReport]
    }

    /// Opens the new scopes beside the old ones, switches all references, drains the old scopes, and closes them.
    ///
    /// A failure or a cancellation before the switch ends the replacement: the new scopes are closed, and the old ones
    /// remain. After the switch, the replacement can't be cancelled.
    ///
    /// - Parameters:
    ///   - opening: Called with each new scope after it has opened, for example to start its services. If the closure
    ///     throws, the replacement fails.
    ///   - draining: Called with each old scope before it is closed, for example to wait for running calls; in the order of
    ///     closing.
    /// - Returns: The new scopes, and the results of closing the old ones.
    /// - Throws: ``ReplacementError`` if a new scope can't be opened or the open scopes have changed. The old scopes
    ///   are then unchanged.
    nonisolated(nonsending) public func run(
        opening: nonisolated(nonsending) (Scope) async throws -> Void = { _ in },
        draining: nonisolated(nonsending) (Scope) async -> Void = { _ in }
    ) async throws(ReplacementError) -> Outcome {
        let old = changes.compactMap(\.old)
        try claim(old)
        var opened: [Scope] = []
        for change in changes {
            do {
                try Task.checkCancellation()
                let scope = Scope(core: try await open(change, after: opened))
                opened.append(scope)
                try await opening(scope)
            } catch {
                var reports: [ClosingReport] = []
                for scope in opened.reversed() { reports.append(await scope.close()) }
                release(old)
                throw ReplacementError(scope: change.plan.path, cause: .failed(error), closing: reports)
            }
        }
        for (change, scope) in zip(changes, opened) {
            if case .open = change.parent { scope.core.publishWithheld() }
        }
        for core in old.reversed() { await draining(Scope(core: core)) }
        var reports: [ClosingReport] = []
        for core in old.reversed() { reports.append(await core.close()) }
        return Outcome(scopes: opened, closing: reports)
    }

    private nonisolated(nonsending) func open(
        _ change: Change, after opened: [Scope]
    ) async throws(OpeningError) -> ScopeCore {
        let above: ScopeCore
        switch change.parent {
        case .open(let core): above = core
        case .change(let index): above = opened[index].core
        }
        var others = opened.map(\.core)
        var next: ScopeCore? = above
        while let level = next {
            others += level.children
            next = level.parent
        }
        let imports = try change.plan.imports(from: others)
        var isOutermost = false
        if case .open = change.parent { isOutermost = true }
        return try await ScopeCore.open(change.plan, under: above, importing: imports, isWithheld: isOutermost)
    }

    /// Marks the old scopes as being replaced, so that they reject new importers.
    private func claim(_ old: [ScopeCore]) throws(ReplacementError) {
        for (index, core) in old.enumerated() {
            let isFree = core.state.withLock { state in
                guard case .open = state.phase, state.extra?.isLeaving != true else { return false }
                state.makeExtra().isLeaving = true
                return true
            }
            if !isFree {
                release(old.prefix(index))
                throw ReplacementError(scope: core.path, cause: .outdated, closing: [])
            }
        }
        let known = Set(old.map { ObjectIdentifier($0) })
        for core in old {
            let inside = core.children.filter { child in
                child.plan.isOwned && !child.isEnding && !dropped.contains { $0 === child }
            }
            for other in core.importers + inside where !known.contains(ObjectIdentifier(other)) {
                release(old)
                throw ReplacementError(scope: other.path, cause: .outdated, closing: [])
            }
        }
    }

    private func release(_ old: some Sequence<ScopeCore>) {
        for core in old { core.state.withLock { $0.extra?.isLeaving = false } }
    }
}
