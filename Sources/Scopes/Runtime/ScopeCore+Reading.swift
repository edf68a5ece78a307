extension ScopeCore {
    /// Keeps the scope from releasing its instances until ``endReading()``.
    func beginReading() throws(ScopeClosed) {
        let isOpen = state.withLock { state in
            guard state.phase == .open else { return false }
            state.readers += 1
            return true
        }
        if !isOpen { throw ScopeClosed(scope: path) }
    }

    func endReading() {
        let readersGone = state.withLock { state -> Completion<Void>? in
            state.readers -= 1
            return state.readers == 0 ? state.extra?.readersGone : nil
        }
        readersGone?.complete(with: ())
    }

    /// Waits until no reader is left.
    nonisolated(nonsending) func waitForReaders() async {
        let readersGone = state.withLock { state -> Completion<Void>? in
            if state.readers == 0 { return nil }
            let readersGone = Completion<Void>()
            state.makeExtra().readersGone = readersGone
            return readersGone
        }
        await readersGone?.wait()
    }

    /// Rejects new sessions, and waits until the open sessions and scenes have closed.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Whether all have closed.
    nonisolated(nonsending) func drain(within limit: Duration) async -> Bool {
        let drained = Completion<Bool>()
        let isDrained = state.withLock { state in
            state.isDraining = true
            if state.sceneCount > 0 { state.makeExtra().drains[ObjectIdentifier(drained)] = drained }
            return state.sceneCount == 0
        }
        if isDrained { return true }
        let timer = startUnstructured {
            if await sleep(for: limit) { drained.complete(with: false) }
        }
        defer {
            timer.cancel()
            _ = state.withLock { $0.extra?.drains.removeValue(forKey: ObjectIdentifier(drained)) }
        }
        return (try? await drained.waitUnlessCancelled()) ?? false
    }
}
