// Slots of other scopes are read without a lock. Those of lazy bindings can be emptied while their scope is open: when
// what has been made is taken back. A claim keeps one filled for as long as another scope reads it.

extension ScopeCore {
    /// What other scopes claim of a slot.
    struct Claims: Sendable {
        /// How many read it at this moment.
        var count = 0
        /// Those that wait for the end of that.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Keeps the instances of lazy bindings of other scopes where they are, until ``release(_:)``.
    ///
    /// Whoever claims must come to an end of reading without waiting for anybody. One scope's lock is taken at a time.
    ///
    /// - Parameter addresses: Where the instances are, as seen from this scope.
    /// - Returns: Those that have to be released: what is not taken back any more needs no claim. Nil when one of the
    ///   instances is not there any more; then nothing is claimed.
    func claim(_ addresses: [Address]) -> [Address]? {
        var claimed: [Address] = []
        for address in addresses {
            let owner = frame(address.frame)
            let isThere = owner.state.withLock { state -> Bool in
                guard owner.isBuilt(address.slot, state) else { return false }
                if owner.isUnsettled(address.slot, state) {
                    state.makeExtra().claims[address.slot, default: Claims()].count += 1
                    claimed.append(address)
                }
                return true
            }
            if isThere { continue }
            release(claimed)
            return nil
        }
        return claimed
    }

    /// Ends claims on slots of other scopes.
    func release(_ addresses: [Address]) {
        for address in addresses {
            let waiting = frame(address.frame).state.withLock { state -> [CheckedContinuation<Void, Never>] in
                guard let extra = state.extra, let claims = extra.claims[address.slot] else { return [] }
                extra.claims[address.slot]?.count -= 1
                if claims.count > 1 { return [] }
                extra.claims[address.slot] = nil
                return claims.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Waits until no other scope reads a slot, which is noted as empty, so that nobody begins to.
    nonisolated(nonsending) func awaitClaims(on slot: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard let extra = state.extra, extra.claims[slot] != nil else { return true }
                extra.claims[slot]?.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
