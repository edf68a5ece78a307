import CommandModel
import Glibc
import HostInterface
import OpenMetrics
import Varlink

/// The command `trellisctl top`.
struct TopCommand: BuiltInCommand {
    private let interval: Duration
    private let count: Int?

    init(_ arguments: ParsedArguments) {
        interval = .seconds(arguments.integer("interval") ?? 1)
        count = arguments.integer("count")
    }

    func run(in session: Session) async throws {
        // ssh may ask for a password, or print messages, which a live screen would hide.
        _ = try await session.connect()
        guard session.display.isTerminal, session.options.format == .people else {
            return try await StandardOutput.whileItIsRead {
                try await watch(in: session) { usage in try Self.print(usage, in: session) }
            }
        }
        let screen = try LiveScreen()
        defer { screen.restore() }
        // In a shell, signals already cancel every command.
        guard !session.isShell else { return try await show(on: screen, in: session) }
        do {
            try await Interruption.cancelling(on: Interruption.endingSignals) {
                try await show(on: screen, in: session)
            }
        } catch let interruption as Interruption where interruption.signal == SIGINT {
            // Ctrl-C is a regular way to end the command.
        }
    }

    private func show(on screen: LiveScreen, in session: Session) async throws {
        try await screen.untilQuit {
            try await watch(in: session) { usage in
                let display = session.display
                try screen.show(UsageTable.lines(usage, columns: display.columns, rows: screen.rows))
            }
        }
    }

    /// Reads the metrics after each interval, and passes the usage on.
    private func watch(in session: Session, _ take: @Sendable (Usage) throws -> Void) async throws {
        let connection = try await session.connect()
        var last = try await session.withTimeout { try await UsageSnapshot(from: connection) }
        var remaining = count
        while remaining != 0 {
            try await Task.sleep(for: interval)
            let (next, plugins) = try await session.withTimeout {
                (try await UsageSnapshot(from: connection), try await Catalogue(connection: connection).plugins())
            }
            try take(Usage(next, since: last, of: plugins))
            last = next
            remaining = remaining.map { $0 - 1 }
        }
    }

    private static func print(_ usage: Usage, in session: Session) throws {
        guard session.options.format == .people else {
            for plugin in usage.plugins {
                try StandardOutput.write(UsageTable.object(plugin), as: session.options.format)
            }
            return
        }
        for line in UsageTable.lines(usage, columns: session.display.columns) { try StandardOutput.write(line: line) }
        try StandardOutput.write(line: "")
    }
}
