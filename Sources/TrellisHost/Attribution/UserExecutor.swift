/// Runs the calls of one user on the threads of a plugin.
///
/// A call and its child tasks prefer this executor, so that the plugin's executor knows the user of each job.
final class UserExecutor: TaskExecutor {
    /// The identifier of the user.
    let userID: UInt32

    private let plugin: PluginExecutor

    /// Creates the executor of a call.
    ///
    /// - Parameters:
    ///   - userID: The identifier of the user.
    ///   - plugin: The executor of the plugin.
    init(of userID: UInt32, on plugin: PluginExecutor) { (self.userID, self.plugin) = (userID, plugin) }

    func enqueue(_ job: consuming ExecutorJob) { plugin.enqueue(UnownedJob(job), for: self) }
}
