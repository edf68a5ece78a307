@testable import Varlink

/// Suspends tasks by name until the test opens the latch or they are cancelled.
final class Latch: Sendable {
    private struct State {
        var open: Set<String> = []
        var waiters: [String: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state = Lock(State())

    func wait(for name: String) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.open.contains(name) { return .success(()) }
                    state.waiters[name] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: name) }?.resume(throwing: CancellationError())
        }
    }

    func open(_ name: String) {
        state.withLock { state in
            state.open.insert(name)
            return state.waiters.removeValue(forKey: name)
        }?.resume()
    }
}
