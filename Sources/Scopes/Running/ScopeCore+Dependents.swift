// Children are kept in a list that runs through their regions, so that one comes and goes without a look-up. Scopes that
// import from this one are few, and kept apart.

extension ScopeCore {
    /// Enters this scope in its parent and in the scopes that it imports from, so that they stay open.
    ///
    /// - Throws: ``OpeningError`` with the path of the first that is not open; then it is entered nowhere.
    func enterOwners() throws(OpeningError) {
        if parent?.enterChild(self) == false { throw notOpen(parent?.path) }
        if !plan.importsSomething { return }
        var places: [Place] = []
        for owner in imports {
            guard let number = owner.enterImporter(self) else {
                for place in places { place.owner.leaveImporter(place.number) }
                parent?.leaveChild(self)
                throw notOpen(owner.path)
            }
            places.append(Place(owner: owner, number: number))
        }
        state.withLock { $0.makeExtra().places = places }
    }

    private func notOpen(_ owner: String?) -> OpeningError {
        OpeningError(
            scope: path, cause: .scopeClosed(ScopeClosed(scope: owner ?? path)), closing: .nothing(in: path))
    }

    /// Takes this scope, which has closed, out of the lists of those that it depended on.
    func leaveOwners() {
        if plan.importsSomething {
            let places = state.withLock { state -> [Place] in
                defer { state.extra?.places = [] }
                return state.extra?.places ?? []
            }
            for place in places { place.owner.leaveImporter(place.number) }
        }
        parent?.leaveChild(self)
    }

    /// The dependent that opened last.
    var lastDependent: ScopeCore? {
        state.withLock { state in
            let child = state.last?.takeUnretainedValue()
            guard let importer = state.extra?.importers.last else { return child }
            guard let child, child.header.pointee.number > importer.number else { return importer.core }
            return child
        }
    }

    /// The children that are not closed, in the order of opening.
    var children: [ScopeCore] {
        state.withLock { state in
            var found: [ScopeCore] = []
            var next = state.first
            while let child = next?.takeUnretainedValue() {
                found.append(child)
                next = child.header.pointee.next
            }
            return found
        }
    }

    /// The scopes that import from this one and are not closed, in the order of opening.
    var importers: [ScopeCore] {
        state.withLock { state in state.extra?.importers.map(\.core) ?? [] }
    }

    private func enterChild(_ child: ScopeCore) -> Bool {
        let reference = Unmanaged.passRetained(child)
        let isEntered = state.withLock { state in
            guard case .open = state.phase else { return false }
            if state.isDraining, case .session = child.plan.kind { return false }
            // What an owner opens in a scope that is being replaced would go with it, and not be opened anew.
            if child.plan.isOwned, state.extra?.isLeaving == true { return false }
            child.header.pointee.number = state.number()
            child.header.pointee.previous = state.last
            if let last = state.last {
                last._withUnsafeGuaranteedRef { $0.header.pointee.next = reference }
            } else {
                state.first = reference
            }
            state.last = reference
            if !child.plan.isOwned { state.sceneCount += 1 }
            if let index = child.plan.indexInParent {
                counters[index].open += 1
                counters[index].opened += 1
            }
            return true
        }
        if !isEntered { reference.release() }
        return isEntered
    }

    private func leaveChild(_ child: ScopeCore) {
        let waiting = state.withLock { state -> [CheckedContinuation<Bool, Never>]? in
            let (previous, next) = (child.header.pointee.previous, child.header.pointee.next)
            if let previous {
                previous._withUnsafeGuaranteedRef { $0.header.pointee.next = next }
            } else {
                state.first = next
            }
            if let next {
                next._withUnsafeGuaranteedRef { $0.header.pointee.previous = previous }
            } else {
                state.last = previous
            }
            if !child.plan.isOwned { state.sceneCount -= 1 }
            if let index = child.plan.indexInParent { counters[index].open -= 1 }
            return state.takeDrained()
        }
        // The list's hold on the child, outside the lock.
        Unmanaged.passUnretained(child).release()
        if let waiting { for continuation in waiting { continuation.resume(returning: true) } }
    }

    private func enterImporter(_ importer: ScopeCore) -> Int? {
        state.withLock { state in
            guard case .open = state.phase, state.extra?.isLeaving != true else { return nil }
            let number = state.number()
            state.makeExtra().importers.append(Dependent(number: number, core: importer))
            return number
        }
    }

    private func leaveImporter(_ number: Int) {
        let left = state.withLock { state -> Dependent? in
            guard let extra = state.extra, let index = extra.importers.firstIndex(where: { $0.number == number })
            else { return nil }
            return extra.importers.remove(at: index)
        }
        // It goes here, and not under the lock.
        withExtendedLifetime(left) {}
    }
}
