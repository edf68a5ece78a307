// What a scope exports can be had as `Live` by scopes beside it. The cells for that are kept by the parent of both, so
// that they last when the exporting scope is replaced: the successor points them at its own instances.

extension ScopeCore {
    /// The cell for what a child exports.
    func exchangeCell<Value: Sendable>(_ type: Value.Type, of child: String, for key: BindingKey) -> Cell<Value> {
        let cell = exchangeCell(of: child, for: key) { Cell<Value>() }
        // Cells are kept by key, and the key says the type.
        return unsafeDowncast(cell, to: Cell<Value>.self)
    }

    /// Points the cells of those who look at this scope's exports at its instances.
    ///
    /// It reaches up to the first scope that keeps its exports to itself.
    func publishExports() {
        // One that is made at its first use can't be had as `Live` by those beside the scope.
        for export in plan.exports where plan.compiled.lazySteps[export.slot] == nil {
            let isThere = state.withLock { state in isBuilt(export.slot, state) }
            guard isThere else { continue }
            for (owner, child) in exchanges(of: export.key) {
                fill(owner.exchangeCell(of: child, for: export.key, export.makeCell), from: export.slot)
            }
        }
    }

    /// Ends the keeping back of this scope's exports, and of those of the scopes in it.
    func publishWithheld() {
        state.withLock { $0.extra?.isWithheld = false }
        // Others can see the scope, and may close it: that waits meanwhile, and withdraws the exports afterwards.
        guard (try? enterReader()) != nil else { return }
        defer { leaveReader() }
        publishExports()
        for child in children where child.plan.isOwned { child.publishWithheld() }
    }

    /// Closes the cells that still point at this scope's instances.
    func withdrawExports() {
        for export in plan.exports {
            for (owner, child) in exchanges(of: export.key) {
                owner.exchangeCell(of: child, for: export.key, export.makeCell)
                    .clear(owner: self, reason: ScopeClosed(scope: path))
            }
        }
    }

    /// The scopes that keep cells for what this one exports under a key, with the name that it goes by there.
    private func exchanges(of key: BindingKey) -> [(owner: ScopeCore, child: String)] {
        var found: [(owner: ScopeCore, child: String)] = []
        var scope = self
        while scope.plan.isOwned, let parent = scope.parent {
            if scope.state.withLock({ $0.extra?.isWithheld == true }) { break }
            found.append((parent, scope.plan.name))
            scope = parent
            // What a scope exports itself is what those beside it mean, and not what one inside it does.
            if scope.plan.exports.contains(where: { $0.key == key }) { break }
        }
        return found
    }

    private func exchangeCell(of child: String, for key: BindingKey, _ makeCell: () -> AnyCell) -> AnyCell {
        let key = ExchangeKey(child: child, key: key)
        let made = makeCell()
        return state.withLock { state in
            let extra = state.makeExtra()
            if let cell = extra.exchange[key] { return cell }
            extra.exchange[key] = made
            return made
        }
    }
}
