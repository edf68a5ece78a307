import HostInterface
import Trellis

extension PluginLife {
    /// Notes and reports that abandoned code has ended, for which ``HostedPlugin/noteAbandoned()`` was called.
    func abandonedCodeEnded(in activity: HostContract.PluginActivity) {
        hosted.noteAbandonedEnded()
        context.reportAbandonedEnded()
        hosted.report(.abandonedCodeEnded(activity))
    }

    /// Runs code of the plugin on its executor, with a time limit.
    ///
    /// When `limit` returns, the code is cancelled and has some time to end. Code that does not end then, because it
    /// blocks its thread or ignores its cancellation, is abandoned: the plugin is stuck until the code ends.
    ///
    /// - Parameters:
    ///   - activity: The part of the plugin's life, for the report of a fault.
    ///   - names: Called when the code is abandoned: returns the names of its parts that still run. Default: none.
    ///   - grace: The time that the code has to end once it is cancelled.
    ///   - limit: Waits for the reason to cancel the code, and returns it.
    ///   - discard: Releases a result that arrives after the limit.
    ///   - body: The code.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or the reason of the limit.
    func perform<Value: Sendable>(
        _ activity: HostContract.PluginActivity, naming names: @Sendable () -> [String] = { [] },
        grace: Duration = .zero,
        until limit: @escaping @Sendable () async -> any Error,
        discarding discard: @escaping @Sendable (Value) async -> Void = { _ in },
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let result = AbandonableResult<Result<Value, any Error>>()
        // The task is unstructured, so that nothing has to wait for its end.
        let task = Task(executorPreference: hosted.executor) {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            if result.complete(with: outcome) { return }
            if case .success(let value) = outcome { await discard(value) }
            self.abandonedCodeEnded(in: activity)
        }
        let reason = await result.wait(until: limit)
        if reason != nil {
            task.cancel()
            hosted.executor.probe?.interrupted()
            _ = await result.wait { _ = try? await Task.sleep(for: grace) }
        }
        // The code may end at any time after it was abandoned, but not before it is counted.
        guard let outcome = result.valueOrAbandon({ hosted.noteAbandoned() }) else {
            hosted.report(.stuck(activity, names: names()))
            throw reason ?? CancellationError()
        }
        guard let reason else { return try outcome.get() }
        if case .success(let value) = outcome { await discard(value) }
        throw reason
    }
}
