import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl log`.
struct LogCommand: BuiltInCommand {
    private let plugin: String?
    private let level: HostContract.LogLevel?
    private let request: String?
    private let since: String?
    private let follow: Bool

    init(_ arguments: ParsedArguments) throws(CommandLineError) {
        plugin = arguments.text("plugin")
        level = arguments.text("level").flatMap { HostContract.LogLevel(rawValue: $0) }
        request = arguments.text("request")
        follow = arguments.has("follow")
        guard let text = arguments.text("since") else {
            since = nil
            return
        }
        guard let time = LogTime.utc(text) else {
            throw .invalidValue(
                text, for: "--since", expected: "a duration such as 10m or 2h, or a time such as 2026-11-22T06:20:00Z")
        }
        since = time
    }

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let (plugin, level, request, since, follow) = (plugin, level, request, since, follow)
        let entries: NumberedFollower<HostContract.ReadLogReply>.Request = { connection, _ in
            HostClient(connection).readLog(
                plugin: plugin, level: level, requestID: request, since: since, follow: follow)
        }
        let format = session.options.format
        let isLocalTime = session.display.isTerminal
        try await StandardOutput.whileItIsRead {
            try await session.withReplyTimeout { clock in
                let take = { (reply: HostContract.ReadLogReply) in
                    try await clock.pausing { try Self.print(reply, as: format, isLocalTime: isLocalTime) }
                }
                try await clock.counting {
                    if follow {
                        try await NumberedFollower(
                            "the log", in: session, number: { $0.entry?.number }, request: entries
                        ).run(from: connection, take: take)
                    } else {
                        for try await reply in entries(connection, nil) { try await take(reply) }
                    }
                }
            }
        }
    }

    private static func print(
        _ reply: HostContract.ReadLogReply, as format: OutputFormat, isLocalTime: Bool
    ) throws {
        if let missed = reply.missed {
            StandardError.write(
                line: "trellisctl: \(missed) entries were overwritten before they could be read")
        }
        guard let entry = reply.entry else { return }
        guard format == .people else { return try StandardOutput.write(JSONValue(entry), as: format) }
        try StandardOutput.write(line: LogLine.text(entry, isLocalTime: isLocalTime))
    }
}
