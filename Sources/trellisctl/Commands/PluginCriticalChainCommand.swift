import CommandModel
import Glibc
import HostInterface
import Varlink

/// The command `trellisctl plugin critical-chain`.
struct PluginCriticalChainCommand: BuiltInCommand {
    private let plugin: String?

    init(_ arguments: ParsedArguments) { plugin = arguments.text("plugin") }

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let starts = try await session.withTimeout { try await PluginStarts.list(on: connection) }
        let chain = PluginStarts.criticalChain(of: plugin, in: starts)
        if let plugin, chain.isEmpty {
            let known = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
            guard known.contains(where: { $0.name == plugin }) else { throw HostError.noSuchPlugin(plugin: plugin) }
            throw CommandFailure(
                EX_UNAVAILABLE, "the plugin \(plugin) has not been started since the start of the daemon",
                advice: "'trellisctl plugin why \(plugin)' shows the reason.")
        }
        for (depth, start) in chain.enumerated() {
            guard session.options.format == .people else {
                try StandardOutput.write(JSONValue(start), as: session.options.format)
                continue
            }
            let indentation = depth == 0 ? "" : String(repeating: "  ", count: depth - 1) + "└─"
            try StandardOutput.write(line: (indentation + start.line).escapingControlCharacters)
        }
    }
}

extension HostContract.PluginStart {
    /// The plugin with the end and the duration of its start: `movies @1.5 s +300.0 ms`.
    fileprivate var line: String {
        guard let durationText, let end else { return "\(plugin) @\(Self.text(offset)) (starting)" }
        return "\(plugin) @\(Self.text(end)) +\(durationText)\(failed ? " (failed)" : "")"
    }
}
