import HostConfiguration
import HostInterface
import HostSupport
import Synchronization
import Trellis

/// The calls and the uses of extensions that are in progress in one generation of a plugin.
///
/// At the end of the generation, uses and calls with one reply may finish, and streams end at once.
final class CallsInProgress: Sendable {
    /// The kind of an operation in progress.
    enum Kind: Sendable {
        /// A call of a client.
        case call(ServerCall, isStream: Bool)

        /// The use of an extension by another plugin, and a function that ends it for its caller.
        case use(abandon: @Sendable () -> Void)
    }

    /// A call or a use; its task removes it before the task ends.
    private struct Call: @unchecked Sendable {
        // Safe: the task is referenced only under the lock, and the call is removed under the same lock before the closure
        // ends that received the task. So the task has not ended when it is cancelled. Tasks may be cancelled from any thread.
        let task: UnsafeCurrentTask
        let kind: Kind
        let began = ContinuousClock.now

        var isStream: Bool {
            if case .call(_, isStream: true) = kind { true } else { false }
        }
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

    /// The operations in progress: the methods of the calls, and the uses of extensions.
    var operations: [String] {
        state.withLock(\.calls).values.map { call in
            if case .call(let call, _) = call.kind { call.qualifiedMethod } else { "use of an extension" }
        }
    }

    /// The calls of clients in progress, with the times at which they began.
    var current: [(call: ServerCall, isStream: Bool, began: ContinuousClock.Instant)] {
        state.withLock { Array($0.calls.values) }.compactMap { call in
            if case .call(let served, let isStream) = call.kind { (served, isStream, call.began) } else { nil }
        }
    }

    /// Serves a call or a use, which ``drain(within:grace:requestingTime:)`` may cancel.
    ///
    /// - Parameters:
    ///   - kind: The call or the use.
    ///   - body: Serves the call.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; `CancellationError` when the calls are being ended.
    func serve<Result>(_ kind: Kind, _ body: () async throws -> Result) async throws -> Result {
        try await withUnsafeCurrentTask { task in
            guard let task else { preconditionFailure("an async function runs in a task") }
            guard let key = enter(Call(task: task, kind: kind)) else { throw CancellationError() }
            defer { leave(key) }
            return try await body()
        }
    }

    /// - Returns: The key of the call; nil when the calls are being ended.
    private func enter(_ call: Call) -> Int? {
        state.withLock { state in
            guard !state.isEnding else { return nil }
            state.lastKey += 1
            state.calls[state.lastKey] = call
            return state.lastKey
        }
    }

    /// Rejects further calls, cancels those in progress, and ends them for their callers, because the plugin is stalled or
    /// their code ignores its cancellation.
    ///
    /// The code of a call may be blocked and never end.
    ///
    /// - Parameter error: The final reply of the calls.
    func abandon(with error: HostError) {
        let calls = state.withLock { state in
            (state.isEnding, state.abandonment) = (true, error)
            for call in state.calls.values { call.task.cancel() }
            return state.calls.values.map(\.kind)
        }
        for operation in calls {
            switch operation {
            case .call(let call, _): call.abandon(with: error)
            case .use(let abandon): abandon()
            }
        }
    }

    private func leave(_ key: Int) {
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
    /// - Returns: The number of calls and uses that remain; they are not awaited.
    func drain(
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
        await firstResult(of: { await self.drained.wait() }, { _ = try? await Task.sleep(for: limit) })
    }
}
