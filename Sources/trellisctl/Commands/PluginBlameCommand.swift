import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl plugin blame`.
struct PluginBlameCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let starts = try await session.withTimeout { try await PluginStarts.list(on: connection) }
        let sorted = PluginStarts.byDuration(starts)
        guard session.options.format == .people else {
            for start in sorted { try StandardOutput.write(JSONValue(start), as: session.options.format) }
            return
        }
        let printer = ReplyPrinter(columns: Self.columns, format: .people, display: session.display)
        for start in sorted {
            try await printer.add([
                "duration": start.durationText.map { .string($0) } ?? .null, "plugin": .string(start.plugin),
                "outcome": .string(start.microseconds == nil ? "starting" : start.failed ? "failed" : "started"),
            ])
        }
        try await printer.settle()
    }

    private static let columns = ReplyColumns(
        ["duration", "plugin", "outcome"].map {
            ReplyColumns.Column(path: [$0], heading: $0.uppercased(), isNumber: $0 == "duration")
        })
}
