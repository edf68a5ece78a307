import CommandModel
import Glibc
import HostInterface
import Varlink

/// The commands `trellisctl plugin start`, `stop`, `restart`, `enable`, `disable`, `revert` and
/// `release`.
struct PluginControlCommand {
    /// The action on the plugin.
    enum Action { case start, stop, restart, enable, disable, revert, release }

    private let action: Action
    private let plugin: String
    private let isDryRun: Bool

    init(_ action: Action, _ arguments: ParsedArguments) {
        self.action = action
        plugin = arguments.text("plugin") ?? ""
        isDryRun = arguments.has("dry-run")
    }

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        // The limits timeoutStart and timeoutStop of the plugins apply.
        let plugins = try await session.showingWait {
            try await session.withTimeout(default: nil) { try await perform(by: host) }
        }
        try await TableOutput.print(plugins, columns: ["name", "state", "since", "reason"], in: session) {
            [$0.name, $0.state.text(with: $0.override), $0.since, $0.reason ?? ""]
        }
        let isToRun = [.start, .restart, .enable, .release].contains(action)
        guard !isDryRun, isToRun, let first = plugins.first, !first.state.isRunning
        else { return }
        throw CommandFailure(
            EX_UNAVAILABLE,
            "the plugin \(first.name) does not run: it \(first.state.predicate(reason: first.reason))",
            advice: first.nextStart.map { "It starts again at \($0)." })
    }

    private func perform(by host: HostClient) async throws -> [HostContract.PluginCondition] {
        switch action {
        case .start: try await host.startPlugin(plugin: plugin, dryRun: isDryRun).plugins
        case .stop: try await host.stopPlugin(plugin: plugin, dryRun: isDryRun).plugins
        case .restart: try await host.restartPlugin(plugin: plugin, dryRun: isDryRun).plugins
        case .enable: try await host.enablePlugin(plugin: plugin, dryRun: isDryRun).plugins
        case .disable: try await host.disablePlugin(plugin: plugin, dryRun: isDryRun).plugins
        case .revert: try await host.revertPlugin(plugin: plugin, dryRun: isDryRun).plugins
        case .release: try await host.releasePlugin(plugin: plugin, dryRun: isDryRun).plugins
        }
    }
}
