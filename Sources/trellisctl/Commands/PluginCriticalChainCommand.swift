import CommandModel
import Glibc
import HostInterface
import Varlink

/// The command `trellisctl plugin critical-chain`.
struct PluginCriticalChainCommand: BuiltInCommand {
    private let plugin: String?
    private let showsStops: Bool

    init(_ arguments: ParsedArguments) {
        plugin = arguments.text("plugin")
        showsStops = arguments.has("stop")
    }

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        if showsStops {
            let stops = try await session.withTimeout { try await PluginPeriods.stops(on: connection) }
            try await print(PluginPeriods.criticalChain(of: plugin, in: stops), in: session)
        } else {
            let starts = try await session.withTimeout { try await PluginPeriods.starts(on: connection) }
            try await print(PluginPeriods.criticalChain(of: plugin, in: starts), in: session)
        }
    }

    private func print(_ chain: [some PluginPeriod], in session: Session) async throws {
        if let plugin, chain.isEmpty {
            let connection = try await session.connect()
            let known = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
            guard known.contains(where: { $0.name == plugin }) else { throw HostError.noSuchPlugin(plugin: plugin) }
            throw CommandFailure(
                EX_UNAVAILABLE,
                "the plugin \(plugin) has not been \(showsStops ? "stopped" : "started") since the start of the daemon",
                advice: "'trellisctl plugin why \(plugin)' shows its state.")
        }
        for (depth, period) in chain.enumerated() {
            guard session.options.format == .people else {
                try StandardOutput.write(JSONValue(period), as: session.options.format)
                continue
            }
            let indentation = depth == 0 ? "" : String(repeating: "  ", count: depth - 1) + "└─"
            try StandardOutput.write(line: (indentation + period.line).escapingControlCharacters)
        }
    }
}

extension PluginPeriod {
    /// The plugin with the end and the duration: `movies @1.5 s +300.0 ms`.
    fileprivate var line: String {
        guard let durationText, let end else { return "\(plugin) @\(Self.text(offset)) (\(outcome))" }
        return "\(plugin) @\(Self.text(end)) +\(durationText)\(hasFailed ? " (failed)" : "")"
    }
}
