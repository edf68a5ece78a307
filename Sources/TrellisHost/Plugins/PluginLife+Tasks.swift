import HostInterface
import Trellis

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
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await ended.wait() }
            group.addTask { _ = try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
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
