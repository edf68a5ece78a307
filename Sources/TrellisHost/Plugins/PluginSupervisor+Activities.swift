import Logging
import Trellis

extension PluginSupervisor {
    /// A part of the plugin's life in which its own code runs.
    enum Activity: String, Sendable {
        case start, services, closing
    }

    /// Runs code of the plugin on its executor, and waits for it no longer than a limit allows.
    ///
    /// When the limit returns, the code is cancelled and has some time to end. Code that has not ended then, because it blocks
    /// its thread or ignores its cancellation, is abandoned: the plugin is stuck until it ends.
    ///
    /// - Parameters:
    ///   - activity: The name of the activity in the log.
    ///   - grace: The time that the code has to end once it is cancelled.
    ///   - limit: Waits for the reason to cancel the code, and returns it.
    ///   - discard: Undoes a success that comes after the limit.
    ///   - body: The code.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or the reason of the limit.
    func perform<Value: Sendable>(
        _ activity: Activity, grace: Duration = .zero, until limit: @escaping @Sendable () async -> any Error,
        discarding discard: @escaping @Sendable (Value) async -> Void = { _ in },
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let attempt = Attempt<Result<Value, any Error>>()
        // A task of its own, so that nothing has to wait for its end.
        let task = Task(executorPreference: executor) {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            if attempt.end(with: outcome) { return }
            if case .success(let value) = outcome { await discard(value) }
            self.note(activity, isStuck: false)
            self.environment.logger.notice("the abandoned \(activity) of the plugin has ended")
        }
        let reason = await attempt.wait(until: limit)
        if reason != nil {
            task.cancel()
            _ = await attempt.wait { _ = try? await Task.sleep(for: grace) }
        }
        note(activity, isStuck: true)
        guard let outcome = attempt.outcomeOrAbandon() else {
            environment.logger.error(
                "the plugin is stuck: it was abandoned", metadata: ["activity": "\(activity)", "plugin": "\(name)"])
            throw reason ?? CancellationError()
        }
        note(activity, isStuck: false)
        guard let reason else { return try outcome.get() }
        if case .success(let value) = outcome { await discard(value) }
        throw reason
    }
}
