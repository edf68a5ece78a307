import CAttribution
import Dispatch
import Glibc

/// Runs the tasks of one plugin, on threads that all plugins share.
///
/// While a job of the plugin runs, the thread bears the plugin's name, so that a crash has one. What leaves the executor loses
/// the name: a bare `Task {}`, the main actor, an actor with an executor of its own, a library's own threads.
final class PluginExecutor: TaskExecutor {
    /// The threads: libdispatch's, which are as many as there is work for.
    private static let threads = DispatchQueue(label: "trellis.plugins", attributes: .concurrent)

    /// The plugin's name, as the crash handler reads it.
    ///
    /// It is never freed, because a crash may come at any time; there are as many as there are plugins.
    private let name: UnsafePointer<CChar>

    /// Creates an executor.
    /// - Parameter plugin: The plugin's name.
    init(plugin: String) {
        guard let copy = strdup(plugin) else { preconditionFailure("out of memory for the name of a plugin") }
        name = UnsafePointer(copy)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Self.threads.async {
            let before = attribution_enter(self.name)
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            attribution_enter(before)
        }
    }
}

// What makes it safe: the pointer is set once, and what it points to is never changed nor freed.
extension PluginExecutor: @unchecked Sendable {}
