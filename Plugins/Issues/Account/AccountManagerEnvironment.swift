import Trellis

/// The operations of the plugin that ``AccountManager`` uses.
struct AccountManagerEnvironment: Sendable {
    /// Sets the status text of the plugin.
    var status: @Sendable (_ text: String) -> Void

    /// Removes the cached responses to all accounts except one.
    var removeResponses: @Sendable (_ kept: Account) -> Void

    /// Starts a task that is not cancelled with the command that started it.
    var startTask: @Sendable (_ name: String, _ body: @escaping @Sendable () async -> Void) -> Task<Void, any Error>

    /// The plugin's logger.
    var logger: Logger
}

extension AccountManagerEnvironment {
    /// Creates the environment from the plugin's environment.
    init(plugin: PluginEnvironment, responses: ResponseDirectories, logger: Logger) {
        self.init(
            status: { plugin.status($0) }, removeResponses: { responses.removeOthers(than: $0) },
            startTask: { plugin.task($0, $1) }, logger: logger)
    }
}
