extension ScopeCore {
    /// Enters a scope that must close before this one.
    ///
    /// Returns nil when this one is not open.
    func enter(_ dependent: ScopeCore) -> Int? {
        state.withLock { state in
            guard case .open = state.phase else { return nil }
            let number = state.number()
            state.dependents[number] = dependent
            return number
        }
    }

    /// Takes a dependent out, which has closed.
    func leave(_ number: Int) {
        _ = state.withLock { $0.dependents.removeValue(forKey: number) }
    }

    /// The dependent that opened last.
    var lastDependent: ScopeCore? {
        state.withLock { state in
            state.dependents.keys.max().flatMap { state.dependents[$0] }
        }
    }

    /// Enters this scope in its parent and in the scopes that it imports from, so that they stay open.
    func enterOwners() throws(ScopeClosed) -> [Entry] {
        var entries: [Entry] = []
        for owner in [parent].compactMap(\.self) + imports {
            guard let number = owner.enter(self) else {
                entries.forEach { $0.owner.leave($0.number) }
                throw ScopeClosed(scope: owner.path)
            }
            entries.append(Entry(owner: owner, number: number))
        }
        return entries
    }

    /// This scope's place among the dependents of another.
    struct Entry: Sendable {
        let owner: ScopeCore
        let number: Int
    }
}
