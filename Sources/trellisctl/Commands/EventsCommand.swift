import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl events`.
struct EventsCommand: BuiltInCommand {
    private let plugin: String?
    private let after: Int?
    private let follow: Bool

    init(_ arguments: ParsedArguments) {
        plugin = arguments.text("plugin")
        after = arguments.integer("after")
        follow = arguments.has("follow")
    }

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let (plugin, after, follow) = (plugin, after, follow)
        let events: NumberedFollower<HostContract.EventsReply>.Request = { connection, last in
            HostClient(connection).events(
                after: last?.number ?? after, started: last?.started, plugin: plugin, follow: follow)
        }
        let format = session.options.format
        let isLocalTime = session.display.isTerminal
        try await StandardOutput.whileItIsRead {
            try await session.withReplyTimeout { clock in
                let take = { (reply: HostContract.EventsReply) in
                    try await clock.pausing { try Self.print(reply, as: format, isLocalTime: isLocalTime) }
                }
                try await clock.counting {
                    if follow {
                        try await NumberedFollower(
                            "the stream of events", in: session, number: { $0.event?.sequence }, request: events
                        ).run(from: connection, take: take)
                    } else {
                        for try await reply in events(connection, nil) { try await take(reply) }
                    }
                }
            }
        }
    }

    private static func print(
        _ reply: HostContract.EventsReply, as format: OutputFormat, isLocalTime: Bool
    ) throws {
        guard let event = reply.event else { return }
        guard format == .people else { return try StandardOutput.write(JSONValue(event), as: format) }
        try StandardOutput.write(line: EventLine.text(event, isLocalTime: isLocalTime))
    }
}
