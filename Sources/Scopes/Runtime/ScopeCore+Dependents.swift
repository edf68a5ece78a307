extension ScopeCore {
    /// Registers this scope with its parent and its imports, so that they stay open.
    ///
    /// - Throws: ``OpeningError`` with the path of the first scope that is not open. This scope is then not registered.
    /// - Returns: The position among the dependents of the parent.
    func register() throws(OpeningError) -> Int {
        var position = 0
        if let parent {
            guard let entered = parent.insertChild(self) else { throw notOpen(parent) }
            position = entered
        }
        if imports.isEmpty { return position }
        var positions: [(owner: ScopeCore, position: Int)] = []
        for owner in imports {
            guard let entered = owner.insertImporter(self) else {
                for (owner, position) in positions { owner.removeImporter(at: position) }
                parent?.removeChild(self, at: position)
                throw notOpen(owner)
            }
            positions.append((owner, entered))
        }
        state.withLock { [positions] state in state.makeExtra().importPositions = positions }
        return position
    }

    private func notOpen(_ owner: ScopeCore) -> OpeningError {
        OpeningError(
            scope: path, cause: .scopeClosed(ScopeClosed(scope: owner.path)), closing: ClosingReport(scope: path))
    }

    /// Removes this scope, which has closed, from its parent and its imports.
    func unregister() {
        let (position, positions) = state.withLock { state in
            defer { state.extra?.importPositions = [] }
            return (state.position, state.extra?.importPositions ?? [])
        }
        for (owner, position) in positions { owner.removeImporter(at: position) }
        parent?.removeChild(self, at: position)
    }

    /// The children that are not closed, in the order of opening.
    var children: [ScopeCore] {
        state.withLock { state in state.dependents.all.filter(\.isChild).map(\.scope) }
    }

    /// The scopes that import from this one and are not closed, in the order of opening.
    var importers: [ScopeCore] {
        state.withLock { state in state.dependents.all.filter { !$0.isChild }.map(\.scope) }
    }

    private func insertChild(_ child: ScopeCore) -> Int? {
        let (isOwned, index) = (child.plan.isOwned, child.plan.indexInParent)
        return state.withLock { state in
            guard state.phase == .open else { return nil }
            if state.isDraining, case .session = child.plan.blueprint.kind { return nil }
            if !isOwned { state.sceneCount += 1 }
            if let index {
                state.counters[index].open += 1
                state.counters[index].opened += 1
            }
            return state.dependents.insert(child, isChild: true)
        }
    }

    func removeChild(_ child: ScopeCore, at position: Int) {
        let (isOwned, index) = (child.plan.isOwned, child.plan.indexInParent)
        let drains = state.withLock { state -> [Completion<Bool>] in
            // The child is referenced by the caller, so that it is not released here.
            _ = state.dependents.remove(at: position)
            if let index { state.counters[index].open -= 1 }
            if isOwned { return [] }
            state.sceneCount -= 1
            guard state.sceneCount == 0, let extra = state.extra else { return [] }
            return Array(extra.drains.values)
        }
        for drain in drains { drain.complete(with: true) }
    }

    private func insertImporter(_ importer: ScopeCore) -> Int? {
        state.withLock { state in
            guard state.phase == .open else { return nil }
            return state.dependents.insert(importer, isChild: false)
        }
    }

    private func removeImporter(at position: Int) {
        // The importer is released after the lock.
        _ = state.withLock { $0.dependents.remove(at: position) }
    }
}
