extension ScopeCore {
    /// Takes in no more sessions, and waits until the sessions and scenes that are open have closed.
    ///
    /// - Parameter limit: How long to wait.
    /// - Returns: Whether all have closed.
    nonisolated(nonsending) func drain(within limit: Duration) async -> Bool {
        let number = state.withLock { state in
            state.isDraining = true
            return state.number()
        }
        let timer = startUnstructured {
            try? await Task.sleep(for: limit)
            self.stopDraining(number)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = Task.isCancelled
                let isDrained = state.withLock { state -> Bool? in
                    if state.sceneCount == 0 { return true }
                    if isCancelled { return false }
                    state.makeExtra().awaitingDrain[number] = continuation
                    return nil
                }
                if let isDrained { continuation.resume(returning: isDrained) }
            }
        } onCancel: {
            stopDraining(number)
        }
    }

    private func stopDraining(_ number: Int) {
        let continuation = state.withLock { $0.extra?.awaitingDrain.removeValue(forKey: number) }
        continuation?.resume(returning: false)
    }
}
