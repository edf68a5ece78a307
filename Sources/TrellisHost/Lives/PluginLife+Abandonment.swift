import HostConfiguration
import HostInterface
import HostSupport
import Trellis

/// Code that a scope or a health monitor has cancelled and no longer awaits.
extension PluginLife {
    /// Reports the problems of closing a scope, and waits for the code that the scope no longer awaits.
    ///
    /// This code references instances until it ends, and the thread of a task that has ended releases the objects of the task soon
    /// afterwards. These are not leaks, so referenced objects are reported a second later: on a busy machine, the thread may
    /// wait for its turn. The task is cancelled if the start of the plugin was ended, but the wait is the same.
    func report(_ closing: ClosingReport) async {
        for fault in closing.closingFaults { hosted.report(fault) }
        await wait(for: closing.abandoned, in: .closing)
        if !closing.leaks.isEmpty {
            let wait = Task {
                for _ in 0..<100 where !closing.leaks.isEmpty { try? await Task.sleep(for: .milliseconds(10)) }
            }
            await wait.value
        }
        for fault in closing.leakFaults { hosted.report(fault) }
    }

    /// Opens a scope, or waits for the initializers that a failed opening no longer awaits.
    ///
    /// - Parameter open: Opens the scope.
    /// - Returns: The scope.
    /// - Throws: The error of the opening.
    func opened(_ open: () async throws -> Scope) async throws -> Scope {
        do {
            return try await open()
        } catch let error as OpeningError {
            await wait(for: error.closing.abandoned, in: .start)
            throw error
        }
    }

    /// Ends the health checks of a generation, which starts no further ones.
    func endChecks(of generation: PluginGeneration) async {
        await wait(for: generation.endChecks().map { ($0.name, $0.task) }, in: .checks) { await $0.value }
    }

    private func wait(for code: [AbandonedCode], in activity: HostContract.PluginActivity) async {
        await wait(for: code.map { ("\($0.binding.implementation)", $0) }, in: activity) { await $0.waitForEnd() }
    }

    /// Waits for cancelled code of the plugin for a short time; the plugin is stuck until the code ends.
    private func wait<Code: Sendable>(
        for code: [(name: String, code: Code)], in activity: HostContract.PluginActivity,
        _ end: @escaping @Sendable (Code) async -> Void
    ) async {
        if code.isEmpty { return }
        let running = RunningCode()
        for (name, _) in code { running.insert(name) }
        // The error is the time limit, which has been reported.
        try? await perform(activity, naming: running.abandon) {
            _ = try? await Task.sleep(for: Self.cancellationTime)
            return TimeLimitExceeded(limit: Self.cancellationTime)
        } _: {
            await withTaskGroup(of: Void.self) { group in
                for (name, code) in code {
                    group.addTask {
                        await end(code)
                        running.remove(name)
                    }
                }
            }
        }
    }
}

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

extension PluginLife {
    /// Cancels the tasks that the plugin started by its environment, and waits for their end within `timeoutStop`.
    ///
    /// Tasks that ignore their cancellation are reported with their names. The plugin is stuck until they end.
    ///
    /// - Returns: Whether there are such tasks.
    @discardableResult
    func endTasks() async -> Bool {
        let tasks = hosted.tasks
        guard let ended = tasks.cancelAll() else { return false }
        let limit = hosted.plugin.supervision.timeoutStop
        requestTime(limit)
        await firstResult(of: { await ended.wait() }, { _ = try? await Task.sleep(for: limit) })
        // Tasks that started after the others had ended are cancelled already, and do not ignore it.
        if ended.isSignaled { return false }
        let names = tasks.names
        guard !names.isEmpty else { return false }
        hosted.noteAbandoned()
        hosted.report(.stuck(.tasks, names: names))
        // The task is unstructured, so that nothing has to wait for the plugin's tasks.
        Task {
            await ended.wait()
            abandonedCodeEnded(in: .tasks)
        }
        return true
    }
}

extension [String] {
    /// Each element once, with the number of its occurrences, in alphabetical order.
    var counted: [String] {
        reduce(into: [:]) { $0[$1, default: 0] += 1 }.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    }
}

extension PluginLife {
    /// Fails, because the plugin makes no progress.
    ///
    /// The calls in progress end with the reason, even those whose code is blocked, and so do those that follow. The
    /// executor gets further threads, so that the waiting work and the closing of the scopes can run.
    ///
    /// - Parameter limit: The time without progress.
    func stall(after limit: Duration) {
        let stall = PluginStall(
            limit: limit, threads: hosted.executor.threads.map(\.description),
            calls: generations.flatMap(\.calls.operations).counted)
        let failure = HostFailure(running: name, stall)
        hosted.report(.stalled(stall))
        for generation in generations {
            generation.calls.abandon(
                with: .pluginNotRunning(plugin: name, state: .failed, reason: failure.reason, nextStart: nil))
        }
        hosted.executor.relieve()
        report(.failed(failure))
    }
}
