import Logging
import Trellis

extension PluginSupervisor {
    /// Runs code of the plugin on its executor, with a time limit.
    ///
    /// When the limit returns, the code is cancelled and has some time to end. Code that does not end then, because it
    /// blocks its thread or ignores its cancellation, is abandoned: the plugin is stuck until the code ends.
    ///
    /// - Parameters:
    ///   - activity: The activity, for the log.
    ///   - grace: The time that the code has to end once it is cancelled.
    ///   - limit: Waits for the reason to cancel the code, and returns it.
    ///   - discard: Releases a result that arrives after the limit.
    ///   - body: The code.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or the reason of the limit.
    func perform<Value: Sendable>(
        _ activity: PluginActivity, grace: Duration = .zero, until limit: @escaping @Sendable () async -> any Error,
        discarding discard: @escaping @Sendable (Value) async -> Void = { _ in },
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let result = AbandonableResult<Result<Value, any Error>>()
        // An unstructured task, because nothing may have to wait for its end.
        let task = Task(executorPreference: executor) {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            if result.complete(with: outcome) { return }
            if case .success(let value) = outcome { await discard(value) }
            self.setStuck(false, in: activity)
            self.environment.logger.log(
                .stuckActivityEnded, "abandoned activity ended", metadata: ["activity": "\(activity)"])
        }
        let reason = await result.wait(until: limit)
        if reason != nil {
            task.cancel()
            _ = await result.wait { _ = try? await Task.sleep(for: grace) }
        }
        setStuck(true, in: activity)
        guard let outcome = result.valueOrAbandon() else {
            let names = activity == .services ? [": ", services.names.joined(separator: ", ")] : []
            environment.logger.log(
                .pluginStuck, "the plugin is stuck and was abandoned in its \(activity)\(names.joined())",
                metadata: ["activity": "\(activity)", "plugin": "\(name)"])
            throw reason ?? CancellationError()
        }
        setStuck(false, in: activity)
        guard let reason else { return try outcome.get() }
        if case .success(let value) = outcome { await discard(value) }
        throw reason
    }
}
