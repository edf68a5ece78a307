extension ScopeCore {
    /// Takes the instances out of the slots of the plan's order, the last that was made first.
    ///
    /// - Returns: The objects that somebody else still holds, or nil when there are none.
    func removeInOrder() -> [Suspect]? {
        var suspects: [Suspect]?
        let removals = plan.compiled.removals
        var index = header.pointee.made
        while index > 0 {
            index -= 1
            let removal = removals[index]
            switch removal.kind {
            case .trivial: break
            case .reference:
                pointer(to: AnyObject.self, at: removal.offset).deinitialize(count: 1)
            case .watchedReference:
                let reference = pointer(to: AnyObject.self, at: removal.offset)
                if !isKnownUniquelyReferenced(&reference.pointee) {
                    suspects = (suspects ?? []) + [Suspect(reference.pointee, in: self, at: removal.slot)]
                }
                reference.deinitialize(count: 1)
            case .any:
                if let suspect = remove(removal.slot) { suspects = (suspects ?? []) + [suspect] }
            }
        }
        return suspects
    }

    /// Takes the instance out of one slot.
    ///
    /// - Returns: The object, if its end is watched and somebody else still holds it.
    func remove(_ slot: Int) -> Suspect? {
        let info = plan.compiled.slots[slot]
        switch info.shape.removal {
        case .trivial: return nil
        case .reference:
            pointer(to: AnyObject.self, at: info.offset).deinitialize(count: 1)
            return nil
        case .watchedReference, .any:
            guard var object = info.shape.remove(from: region + info.offset) else { return nil }
            return isKnownUniquelyReferenced(&object) ? nil : Suspect(object, in: self, at: slot)
        }
    }

    /// Destroys what a scope holds that was never closed.
    func removeRest() {
        let late = state.withLock { $0.extra?.made ?? [] }
        for slot in late.reversed() { _ = remove(slot) }
        _ = removeInOrder()
    }

    /// Notes that what was made has been taken out.
    func forgetMade() {
        state.withLock { state in
            state.extra?.forgetMade()
            header.pointee.hasMore = false
            header.pointee.made = 0
        }
    }
}
