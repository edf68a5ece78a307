/// Observes the executor of a plugin, for tests that interrupt the plugin before one of its jobs.
package struct ExecutionProbe: Sendable {
    /// The name of the plugin.
    package let plugin: String

    /// Called before each job, on its thread.
    package var beforeJob: @Sendable () -> Void

    /// Called when the plugin is to stop and has been interrupted: the code that starts it was cancelled, or the plugin runs
    /// and its services and calls are ending.
    package var interrupted: @Sendable () -> Void

    /// Creates a probe from its functions.
    package init(
        of plugin: String, beforeJob: @escaping @Sendable () -> Void, interrupted: @escaping @Sendable () -> Void = {}
    ) {
        (self.plugin, self.beforeJob, self.interrupted) = (plugin, beforeJob, interrupted)
    }
}
