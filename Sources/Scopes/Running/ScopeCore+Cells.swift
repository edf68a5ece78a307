// The cells that `Live` and `Lazy` values share, one for a slot.

extension ScopeCore {
    /// The cell for the instance in a slot.
    func cell<Value: Sendable>(_ type: Value.Type, at slot: Int) -> Cell<Value> {
        let cell = state.withLock { state -> AnyCell in
            let extra = state.makeExtra()
            if let cell = extra.cells[slot] { return cell }
            let cell = Cell<Value>()
            extra.cells[slot] = cell
            // A new cell holds nothing that could be destroyed here, under the lock.
            if isBuilt(slot, state) { fill(cell, from: slot, isProvisional: isUnsettled(slot, state)) }
            return cell
        }
        // Cells are kept by slot, and a slot has one type.
        return unsafeDowncast(cell, to: Cell<Value>.self)
    }

    /// Points the cell of a slot, if there is one, at its instance.
    func fillCell(of slot: Int) {
        if let cell = state.withLock({ $0.extra?.cells[slot] }) { fill(cell, from: slot) }
    }

    /// Points a cell at an instance.
    func fill(_ cell: AnyCell, from slot: Int, isProvisional: Bool = false) {
        let info = plan.compiled.slots[slot]
        info.shape.fill(cell, from: region + info.offset, owner: self, isProvisional: isProvisional)
    }

    /// Makes the `Live` and `Lazy` values of a slot throw from now on.
    func closeCell(of slot: Int) {
        let cell = state.withLock { $0.extra?.cells[slot] }
        cell?.clear(owner: self, reason: ScopeClosed(scope: path))
    }

    /// Makes every `Live` and `Lazy` value of this scope throw, also those of what was never made.
    func closeCells() {
        let cells = state.withLock { $0.extra?.cells.values.map(\.self) ?? [] }
        for cell in cells { cell.clear(owner: self, reason: ScopeClosed(scope: path)) }
    }
}
