import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl log-level`.
struct LogLevelCommand: BuiltInCommand {
    /// The word that resets a level.
    static let reset = "default"

    /// The values of the argument `level`.
    static let words = HostContract.LogLevel.allCases.map(\.rawValue) + [reset]

    private let plugin: String?
    private let word: String?

    init(_ arguments: ParsedArguments) {
        let (first, second) = (arguments.text("plugin"), arguments.text("level"))
        // A single word that is a level is not interpreted as the name of a plugin.
        if second == nil, let first, Self.words.contains(first) {
            (plugin, word) = (nil, first)
        } else {
            (plugin, word) = (first, second)
        }
    }

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        let plugin = plugin
        if let word {
            let level = HostContract.LogLevel(rawValue: word)
            _ = try await session.withTimeout { try await host.setLogLevel(plugin: plugin, level: level) }
            return
        }
        let reply = try await session.withTimeout { try await host.getLogLevel(plugin: plugin) }
        guard session.options.format == .people else {
            return try StandardOutput.write(JSONValue(reply), as: session.options.format)
        }
        let note = reply.level == reply.configured ? "" : " (configured: \(reply.configured.rawValue))"
        try StandardOutput.write(line: reply.level.rawValue + note)
        let plugins = (reply.plugins ?? [:]).sorted { $0.key < $1.key }
        try FieldPrinter.print(plugins.map { ($0.key.escapingControlCharacters, $0.value.rawValue) })
    }
}
