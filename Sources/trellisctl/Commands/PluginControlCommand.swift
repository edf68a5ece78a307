import CommandModel
import Glibc
import HostInterface
import Varlink

/// The commands `trellisctl plugin start`, `stop`, `restart`, `enable`, `disable` and `revert`.
struct PluginControlCommand {
    /// The action on the plugin.
    enum Action { case start, stop, restart, enable, disable, revert }

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
        let plugins = try await session.withTimeout {
            switch action {
            case .start: try await host.startPlugin(plugin: plugin, dryRun: isDryRun).plugins
            case .stop: try await host.stopPlugin(plugin: plugin, dryRun: isDryRun).plugins
            case .restart: try await host.restartPlugin(plugin: plugin, dryRun: isDryRun).plugins
            case .enable: try await host.enablePlugin(plugin: plugin, dryRun: isDryRun).plugins
            case .disable: try await host.disablePlugin(plugin: plugin, dryRun: isDryRun).plugins
            case .revert: try await host.revertPlugin(plugin: plugin, dryRun: isDryRun).plugins
            }
        }
        try await write(plugins, in: session)
        let isToRun = [.start, .restart, .enable].contains(action)
        guard !isDryRun, isToRun, let first = plugins.first, ![.running, .degraded].contains(first.state)
        else { return }
        throw CommandFailure(
            EX_UNAVAILABLE,
            "the plugin \(first.name) does not run: it \(first.state.predicate(reason: first.reason))",
            advice: first.nextStart.map { "It starts again at \($0)." })
    }

    private func write(_ plugins: [HostContract.PluginCondition], in session: Session) async throws {
        guard session.options.format == .people else {
            for plugin in plugins { try StandardOutput.write(JSONValue(plugin), as: session.options.format) }
            return
        }
        let printer = ReplyPrinter(columns: Self.columns, format: .people, display: session.display)
        for plugin in plugins {
            try await printer.add([
                "name": .string(plugin.name), "state": .string(plugin.state.text(with: plugin.override)),
                "reason": .string(plugin.reason ?? ""),
            ])
        }
        try await printer.settle()
    }

    private static let columns = ReplyColumns(
        ["name", "state", "reason"].map {
            ReplyColumns.Column(path: [$0], heading: $0.uppercased(), isNumber: false)
        })
}
