import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl plugin list`.
struct PluginListCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let plugins = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
        try await TableOutput.print(plugins, columns: ["name", "state", "version", "about"], in: session) {
            [$0.name, $0.state.text(with: $0.override), $0.version, $0.reason ?? $0.status ?? $0.summary]
        }
    }
}
