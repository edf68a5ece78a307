import HostInterface
import Synchronization
import Trellis

/// The calls of a plugin that are in progress during one life.
///
/// When the life ends, calls with one reply may finish, and streams end at once.
final class CallsInProgress: Sendable {
    /// A call; its task removes the call before the task ends.
    private struct Call: @unchecked Sendable {
        // Safe: the task is referenced only under the lock, and the call is removed under the same lock by the task
        // itself. So the task has not ended when it is cancelled. Tasks may be cancelled from any thread.
        let task: UnsafeCurrentTask
        let call: ServerCall
        let isStream: Bool
    }

    private struct State {
        var lastKey = 0
        var calls: [Int: Call] = [:]
        var isEnding = false
        var abandonment: HostError?
    }

    private let state = Mutex(State())

    /// Signaled when further calls are rejected and no call is in progress.
    let drained = OneShotEvent()

    /// Whether the calls are being ended.
    var isEnding: Bool { state.withLock(\.isEnding) }

    /// The error with which the calls were abandoned, if they were.
    var abandonment: HostError? { state.withLock(\.abandonment) }

    /// Serves a call, which ``end(within:)`` may cancel.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - isStream: Whether the call has several replies.
    ///   - body: Serves the call.
    /// - Throws: The error of the body; `CancellationError` when the calls are being ended.
    func serve(_ call: ServerCall, isStream: Bool, _ body: () async throws -> Void) async throws {
        let key = withUnsafeCurrentTask { task in
            guard let task else { preconditionFailure("an async function runs in a task") }
            let call = Call(task: task, call: call, isStream: isStream)
            return state.withLock { state -> Int? in
                guard !state.isEnding else { return nil }
                state.lastKey += 1
                state.calls[state.lastKey] = call
                return state.lastKey
            }
        }
        guard let key else { throw CancellationError() }
        defer { end(key) }
        try await body()
    }

    /// Rejects further calls, cancels those in progress, and ends them with an error, because the plugin is stalled.
    ///
    /// The code of a call may be blocked and never end.
    ///
    /// - Parameter error: The final reply of the calls.
    func abandon(with error: HostError) {
        let calls = state.withLock { state in
            (state.isEnding, state.abandonment) = (true, error)
            for call in state.calls.values { call.task.cancel() }
            return state.calls.values.map(\.call)
        }
        for call in calls { call.abandon(with: error) }
    }

    private func end(_ key: Int) {
        let isLast = state.withLock { state in
            state.calls[key] = nil
            return state.isEnding && state.calls.isEmpty
        }
        if isLast { drained.signal() }
    }

    /// Rejects further calls, cancels streams, waits for the other calls, and cancels those that remain.
    ///
    /// - Parameters:
    ///   - limit: The time that calls may take.
    ///   - grace: The time within which cancelled calls have to end.
    ///   - requestTime: Called before the limit begins, if there are calls.
    /// - Returns: The number of calls that remain; they are not awaited.
    func end(
        within limit: Duration, grace: Duration, requestingTime requestTime: (Duration) -> Void
    ) async -> Int {
        guard beginEnding() else { return 0 }
        requestTime(limit)
        await wait(limit)
        cancel { _ in true }
        await wait(grace)
        return state.withLock(\.calls.count)
    }

    /// Rejects further calls and cancels streams.
    ///
    /// - Returns: Whether calls are in progress.
    private func beginEnding() -> Bool {
        state.withLock { $0.isEnding = true }
        cancel(where: \.isStream)
        return state.withLock { !$0.calls.isEmpty }
    }

    private func cancel(where isMatch: (Call) -> Bool) {
        state.withLock { state in
            for call in state.calls.values where isMatch(call) { call.task.cancel() }
        }
    }

    /// Waits until no call is in progress, or the time has passed.
    private func wait(_ limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.drained.wait() }
            group.addTask { _ = try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
