import HostInterface
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
