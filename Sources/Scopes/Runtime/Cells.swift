// The cells of `Live` references. A scope keeps one cell for each referenced slot. The cells for the exports of a scope
// are kept by its parent: they remain when the scope is replaced, and the successor sets the new instances.

extension ScopeCore {
    func cell(of slot: Int) -> Cell {
        let (cell, instance, isEnding) = state.withLock { state -> (Cell, AnyInstance?, Bool) in
            let extra = state.makeExtra()
            if let cell = extra.cells[slot] { return (cell, nil, false) }
            let cell = Cell()
            extra.cells[slot] = cell
            switch state.phase {
            // The opening sets the cell.
            case .opening: return (cell, extra.instances[slot], false)
            case .open: return (cell, extra.instances[slot] ?? slots.instance(in: slot), false)
            case .closing, .closed: return (cell, nil, true)
            }
        }
        if let instance { cell.set(instance, owner: self) }
        if isEnding { cell.close(owner: self, reason: ScopeClosed(scope: path)) }
        return cell
    }

    /// Sets the cell of a slot.
    func setCell(of slot: Int, to instance: AnyInstance) {
        let cell = state.withLock { state in
            let extra = state.makeExtra()
            let cell = extra.cells[slot] ?? Cell()
            extra.cells[slot] = cell
            return cell
        }
        cell.set(instance, owner: self)
    }

    /// Closes the cell of a slot.
    func closeCell(of slot: Int) {
        let cell = state.withLock { $0.extra?.cells[slot] }
        cell?.close(owner: self, reason: ScopeClosed(scope: path))
    }

    /// Closes all cells of this scope, also those of instances that were never created.
    func closeCells() {
        let cells = state.withLock { $0.extra?.cells.values.map(\.self) ?? [] }
        for cell in cells { cell.close(owner: self, reason: ScopeClosed(scope: path)) }
    }

    func exportCell(of child: String, for key: BindingKey) -> Cell {
        let key = ScopeState.ExportKey(child: child, key: key)
        return state.withLock { state in
            let extra = state.makeExtra()
            let cell = extra.exportCells[key] ?? Cell()
            extra.exportCells[key] = cell
            return cell
        }
    }

    /// Sets the cells of siblings that reference this scope's exports.
    func publishExports() {
        // A lazy instance can't be exported as `Live`.
        for (key, slot) in plan.exports where plan.lazySectionOfSlot[slot] == nil {
            guard let instance = slots.instance(in: slot) else { continue }
            for (owner, child) in exportKeepers(of: key) {
                owner.exportCell(of: child, for: key).set(instance, owner: self)
            }
        }
    }

    /// Makes the withheld exports of this scope, and of the scopes in it, visible to siblings.
    func publishWithheld() {
        state.withLock { $0.extra?.isWithheld = false }
        // A concurrent closing waits until the reading has ended, and withdraws the exports afterwards.
        guard (try? beginReading()) != nil else { return }
        defer { endReading() }
        publishExports()
        for child in children where child.plan.isOwned { child.publishWithheld() }
    }

    /// Closes the cells that still contain this scope's instances.
    func withdrawExports() {
        for (key, _) in plan.exports {
            for (owner, child) in exportKeepers(of: key) {
                owner.exportCell(of: child, for: key).close(owner: self, reason: ScopeClosed(scope: path))
            }
        }
    }

    /// The scopes that keep cells for an export of this scope, each with the name of its exporting child.
    private func exportKeepers(of key: BindingKey) -> [(owner: ScopeCore, child: String)] {
        var found: [(owner: ScopeCore, child: String)] = []
        var scope = self
        while scope.plan.isOwned, let parent = scope.parent {
            if scope.state.withLock({ $0.extra?.isWithheld == true }) { break }
            found.append((parent, scope.plan.name))
            scope = parent
            // The export of a scope hides those of the scopes in it.
            if scope.plan.exports.contains(where: { $0.key == key }) { break }
        }
        return found
    }
}
