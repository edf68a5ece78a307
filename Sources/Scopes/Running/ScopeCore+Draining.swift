extension ScopeCore {
    /// How far one who waits for the last session and scene to close is.
    enum Drain: Sendable {
        /// It is about to wait.
        case beginning
        case waiting(CheckedContinuation<Bool, Never>)
        /// Its time was up, or its task was cancelled.
        case stopped
    }

    /// Takes in no more sessions, and waits until the sessions and scenes that are open have closed.
    ///
    /// - Parameter limit: How long to wait.
    /// - Returns: Whether all have closed.
    nonisolated(nonsending) func drain(within limit: Duration) async -> Bool {
        let number = state.withLock { state in
            state.isDraining = true
            let number = state.number()
            // It is entered before there is anything that could stop it.
            state.makeExtra().drains[number] = .beginning
            return number
        }
        let timer = startUnstructured {
            if await sleep(for: limit) { self.stopDraining(number) }
        }
        defer {
            timer.cancel()
            _ = state.withLock { $0.extra?.drains.removeValue(forKey: number) }
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDrained = state.withLock { state -> Bool? in
                    if state.sceneCount == 0 { return true }
                    guard let extra = state.extra, case .beginning = extra.drains[number] else { return false }
                    extra.drains[number] = .waiting(continuation)
                    return nil
                }
                if let isDrained { continuation.resume(returning: isDrained) }
            }
        } onCancel: {
            stopDraining(number)
        }
    }

    private func stopDraining(_ number: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let extra = state.extra, let drain = extra.drains[number] else { return nil }
            extra.drains[number] = .stopped
            if case .waiting(let continuation) = drain { return continuation }
            return nil
        }
        continuation?.resume(returning: false)
    }
}
