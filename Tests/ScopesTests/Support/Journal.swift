/// The recorded events, in order.
final class Journal: Sendable {
    private let lines = Guarded<[String]>([])

    var entries: [String] {
        lines.withLock { $0 }
    }

    func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// Suspends tasks until a one-time event.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    var isOpen: Bool {
        state.withLock { $0.isOpen }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    /// Waits until the gate is open.
    ///
    /// The wait does not respond to cancellation.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
