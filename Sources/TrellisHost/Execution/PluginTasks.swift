import HostConfiguration
import HostSupport
import Synchronization
import Trellis

/// The tasks that a plugin started by its environment.
final class PluginTasks: Sendable {
    private struct Entry {
        let name: String
        var cancel: (@Sendable () -> Void)?
    }

    private struct State {
        var lastNumber = 0
        var entries: [Int: Entry] = [:]
        /// Whether tasks are cancelled as soon as they start.
        var isEnding = false
        var drained = OneShotEvent()
    }

    private let state = Mutex(State())

    /// The names of the tasks that have not ended, in the order in which they started.
    var names: [String] {
        state.withLock { state in state.entries.sorted { $0.key < $1.key }.map(\.value.name) }
    }

    /// Permits further tasks, because a life of the plugin begins.
    func open() { state.withLock { ($0.isEnding, $0.drained) = (false, OneShotEvent()) } }

    /// Registers a task, and returns its number.
    func register(_ name: String) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.entries[state.lastNumber] = Entry(name: name)
            return state.lastNumber
        }
    }

    /// Sets the function that cancels a task, and calls it if the life of the plugin has ended.
    func setCancellation(of task: Int, to cancel: @escaping @Sendable () -> Void) {
        let isEnding = state.withLock { state in
            state.entries[task]?.cancel = cancel
            return state.isEnding
        }
        if isEnding { cancel() }
    }

    /// Unregisters a task.
    func unregister(_ task: Int) {
        let (drained, entry) = state.withLock { state in
            let entry = state.entries.removeValue(forKey: task)
            return (state.isEnding && state.entries.isEmpty ? state.drained : nil, entry)
        }
        drained?.signal()
        // The closure is released outside the lock, because it may hold the last reference to objects of the plugin.
        withExtendedLifetime(entry) {}
    }

    /// Cancels all tasks, including those that start later.
    ///
    /// - Returns: An event that is signaled when all tasks have ended; nil if there is none.
    func cancelAll() -> OneShotEvent? {
        let (cancellations, drained) = state.withLock { state in
            state.isEnding = true
            return (state.entries.values.compactMap(\.cancel), state.entries.isEmpty ? nil : state.drained)
        }
        for cancel in cancellations { cancel() }
        return drained
    }
}

extension PluginExecution {
    /// The execution of a plugin in the daemon.
    init(_ executor: PluginExecutor, _ tasks: PluginTasks) {
        self.init(
            executor: executor, attribute: { executor.attribute($0) }, begin: { tasks.register($0) },
            setCancellation: { tasks.setCancellation(of: $0, to: $1) }, end: { tasks.unregister($0) })
    }
}
