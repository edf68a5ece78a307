import CommandModel
import Glibc
import HostInterface

/// The command `trellisctl audit`.
struct AuditCommand: BuiltInCommand {
    private let query: AuditQuery
    private let user: String?
    private let follow: Bool

    init(_ arguments: ParsedArguments) throws(CommandLineError) {
        try arguments.checkConflicts([["follow", "until"]])
        user = arguments.text("user")
        follow = arguments.has("follow")
        var filter = AuditFilter()
        filter.plugin = arguments.text("plugin")
        filter.method = arguments.text("method")
        filter.outcome = arguments.text("outcome")
        filter.failed = arguments.has("failed")
        query = AuditQuery(
            since: arguments.text("since"), until: arguments.text("until"), filter: filter,
            limit: arguments.integer("lines") ?? (follow ? 10 : nil),
            service: arguments.text("service") ?? AuditQuery().service)
    }

    func run(in session: Session) async throws {
        var query = query
        if let user {
            guard session.host == nil || UInt32(user) != nil else {
                throw CommandFailure(
                    EX_USAGE, "invalid value for --user: expected a number with --host, got '\(user)'",
                    advice: "The names of users may differ between hosts; 'id -u \(user)' on the host shows the number."
                )
            }
            guard let number = UserName.number(of: user) else {
                throw CommandFailure(EX_NOUSER, "unknown user '\(user)'", advice: "Use the number of the user.")
            }
            query.filter.user = number
        }
        let source = try await AuditSource.find(in: session)
        let selected = query
        let format = session.options.format
        let display = session.display
        let follow = follow
        let printer = ReplyPrinter(columns: AuditRecord.columns, format: format, display: display)
        let show: @Sendable () async throws -> Void = {
            try await StandardOutput.whileItIsRead {
                try await session.withReplyTimeout { clock in
                    try await printer.print { print in
                        try await source.read(selected, follow: follow, clock) { item in
                            try await print(
                                format == .people ? item.row(isLocalTime: display.isTerminal) : item.json)
                        }
                    }
                }
            }
        }
        // journalctl must not be left running when the command ends. In a shell, signals already cancel every command.
        guard !session.isShell else { return try await show() }
        try await Interruption.cancelling(on: Interruption.endingSignals, show)
    }
}
