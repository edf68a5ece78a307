import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl plugin list`.
struct PluginListCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let plugins = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
        guard session.options.format == .people else {
            for plugin in plugins { try StandardOutput.write(JSONValue(plugin), as: session.options.format) }
            return
        }
        let printer = ReplyPrinter(columns: Self.columns, format: .people, display: session.display)
        for plugin in plugins {
            try await printer.add([
                "name": .string(plugin.name), "state": .string(plugin.state.text(with: plugin.override)),
                "version": .string(plugin.version),
                "about": .string(plugin.reason ?? plugin.status ?? plugin.summary),
            ])
        }
        try await printer.settle()
    }

    private static let columns = ReplyColumns(
        ["name", "state", "version", "about"].map {
            ReplyColumns.Column(path: [$0], heading: $0.uppercased(), isNumber: false)
        })
}
