// What a scope exports can be had as `Live` by scopes beside it. The cells for that are kept by the parent of both, so
// that they last when the exporting scope is replaced: the successor points them at its own instances.

extension ScopeCore {
    /// The cell for what a child exports.
    func exchangeCell<Value: Sendable>(_ type: Value.Type, of child: String) -> Cell<Value> {
        let key = ExchangeKey(child: child, key: BindingKey(type))
        let cell = state.withLock { state -> AnyCell in
            let cell = state.exchange[key] ?? Cell<Value>()
            state.exchange[key] = cell
            return cell
        }
        // Cells are kept by key, and the key says the type.
        return unsafeDowncast(cell, to: Cell<Value>.self)
    }

    /// Points the cells of those who look at this scope's exports at its instances.
    func publishExports() {
        for export in plan.exports {
            guard let box = state.withLock({ _ in box(at: export.slot) }) else { continue }
            for (owner, child) in exchanges {
                box.fill(owner.exchangeCell(for: export, of: child), owner: self)
            }
        }
    }

    /// Closes the cells that still point at this scope's instances.
    func withdrawExports() {
        for export in plan.exports {
            for (owner, child) in exchanges {
                owner.exchangeCell(for: export, of: child).clear(owner: self, reason: ScopeClosed(scope: path))
            }
        }
    }

    /// The scopes that keep cells for this one's exports, with the name that it goes by there.
    private var exchanges: [(owner: ScopeCore, child: String)] {
        var found: [(owner: ScopeCore, child: String)] = []
        var scope = self
        while case .owned = scope.plan.kind, let parent = scope.parent {
            found.append((parent, scope.plan.name))
            scope = parent
        }
        return found
    }

    private func exchangeCell(for export: Plan.Export, of child: String) -> AnyCell {
        let key = ExchangeKey(child: child, key: export.key)
        return state.withLock { state in
            let cell = state.exchange[key] ?? export.makeCell()
            state.exchange[key] = cell
            return cell
        }
    }
}
