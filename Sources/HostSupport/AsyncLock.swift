import Synchronization

/// A lock that a task may hold while it is suspended.
///
/// Tasks acquire the lock in the order of their requests.
package final class AsyncLock: Sendable {
    private struct State {
        var isLocked = false
        var waiters: [OneShotEvent] = []
    }

    private let state = Mutex(State())

    /// Creates a lock that no task holds.
    package init() {}

    /// The number of tasks that wait for the lock.
    package var waiterCount: Int { state.withLock(\.waiters.count) }

    /// Runs a body while holding the lock.
    ///
    /// - Parameters:
    ///   - isolation: The isolation of the body.
    ///   - body: The body.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; `CancellationError` when the task is cancelled while it waits for the lock.
    package func withLock<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws(CancellationError) {
        let turn = OneShotEvent()
        let isAcquired = state.withLock { state in
            guard state.isLocked else {
                state.isLocked = true
                return true
            }
            state.waiters.append(turn)
            return false
        }
        if isAcquired { return }
        await turn.wait()
        guard Task.isCancelled else { return }
        let isWaiting = state.withLock { state in
            let index = state.waiters.firstIndex { $0 === turn }
            if let index { state.waiters.remove(at: index) }
            return index != nil
        }
        // The previous holder may have passed the lock to this task in the meantime.
        if !isWaiting { release() }
        throw CancellationError()
    }

    private func release() {
        let next = state.withLock { state -> OneShotEvent? in
            guard !state.waiters.isEmpty else {
                state.isLocked = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.signal()
    }
}
