import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl plugin blame`.
struct PluginBlameCommand: BuiltInCommand {
    private let showsStops: Bool

    init(_ arguments: ParsedArguments) { showsStops = arguments.has("stop") }

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        if showsStops {
            let stops = try await session.withTimeout { try await PluginPeriods.stops(on: connection) }
            try await print(stops, in: session)
        } else {
            let starts = try await session.withTimeout { try await PluginPeriods.starts(on: connection) }
            try await print(starts, in: session)
        }
    }

    private func print<Period: PluginPeriod>(_ periods: [Period], in session: Session) async throws {
        try await TableOutput.print(
            PluginPeriods.byDuration(periods), columns: ["duration", "plugin", "outcome"], numbers: ["duration"],
            in: session
        ) {
            [$0.durationText ?? "", $0.plugin, $0.outcome]
        }
    }
}
