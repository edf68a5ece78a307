import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl plugin list`.
struct PluginListCommand: BuiltInCommand {
    private let showsUsage: Bool

    init(_ arguments: ParsedArguments) { showsUsage = arguments.has("usage") }

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let plugins = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
        if showsUsage { return try await printUsage(of: plugins, in: session) }
        try await TableOutput.print(plugins, columns: ["name", "state", "since", "version", "about"], in: session) {
            let about = $0.state == .disabled ? $0.summary : $0.reason ?? $0.status ?? $0.summary
            return [$0.name, $0.state.text(with: $0.override), $0.since, $0.version, about]
        }
    }

    private func printUsage(of plugins: [HostContract.Plugin], in session: Session) async throws {
        let columns = ["name", "state", "processor time", "jobs", "longest job", "stalls"]
        try await TableOutput.print(plugins, columns: columns, numbers: Set(columns.dropFirst(2)), in: session) {
            [
                $0.name, $0.state.text(with: $0.override), Self.text($0.processorTime), $0.jobs.map(String.init) ?? "",
                Self.text($0.longestJob), $0.stalls.map(String.init) ?? "",
            ]
        }
    }

    private static func text(_ microseconds: Int?) -> String {
        microseconds.map { DurationText.measured(microseconds: $0) } ?? ""
    }
}
