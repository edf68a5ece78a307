import CommandModel
import Glibc

/// The command `trellisctl audit`.
struct AuditCommand: BuiltInCommand {
    private let query: AuditQuery
    private let user: String?
    private let follow: Bool

    init(_ arguments: ParsedArguments) throws(CommandLineError) {
        try arguments.checkConflicts([["follow", "until"]])
        user = arguments.text("user")
        follow = arguments.has("follow")
        query = AuditQuery(
            since: arguments.text("since"), until: arguments.text("until"), method: arguments.text("method"),
            failed: arguments.has("failed"), limit: arguments.integer("lines") ?? (follow ? 10 : nil),
            service: arguments.text("service") ?? AuditQuery().service)
    }

    func run(in session: Session) async throws {
        var query = query
        if let user {
            guard let number = UserName.number(of: user) else {
                throw CommandFailure(EX_NOUSER, "unknown user '\(user)'", advice: "Use the number of the user.")
            }
            query.user = number
        }
        let reader = AuditReader(query: query)
        let format = session.options.format
        let display = session.display
        let follow = follow
        let printer = ReplyPrinter(columns: AuditRecord.columns, format: format, display: display)
        let show: @Sendable () async throws -> Void = {
            try await StandardOutput.whileItIsRead {
                try await printer.print { print in
                    try await reader.read(follow: follow) { record in
                        try await print(
                            format == .people ? record.row(isLocalTime: display.isTerminal) : record.json)
                    }
                }
            }
        }
        // The process of journalctl must not be left running. A shell does this for all of its commands.
        guard session.shared == nil else { return try await show() }
        try await Interruption.cancelling(on: [SIGINT, SIGTERM, SIGHUP], show)
    }
}
