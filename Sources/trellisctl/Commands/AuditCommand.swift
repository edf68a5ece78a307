import ArgumentParser
import Glibc

/// The command `trellisctl audit`.
struct AuditCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show who operated and administered the daemon, and what became of it.",
        discussion: """
            The daemon notes every call that asks for the role 'operate' or 'administer', and every call that it refuses, in \
            systemd's journal. This reads the journal of this machine with journalctl(1): the daemon need not run.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only from this time on, as systemd.time(7) has it: yesterday, -1h.", valueName: "time"))
    var since: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Only up to this time.", valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("Only calls of this user, by name or number.", valueName: "user"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "Only calls of this method: io.trellis.Items.Add or Add, or of all methods of an interface: io.trellis.Items.",
            valueName: "method"))
    var method: String?

    @Flag(help: "Only calls that were refused or answered with an error.")
    var failed = false

    @Flag(
        name: .shortAndLong, help: "Go on with the calls that come, behind the last ten unless --lines says otherwise.")
    var follow = false

    @Option(
        name: [.customShort("n"), .long], help: ArgumentHelp("Only so many calls, the newest ones.", valueName: "count")
    )
    var lines: Int?

    @Option(help: ArgumentHelp("The unit of the daemon.", valueName: "unit"))
    var service = AuditQuery().service

    func validate() throws {
        if let lines, lines < 0 { throw ValidationError("--lines takes a number from 0 on.") }
        if follow, until != nil { throw ValidationError("--follow and --until exclude each other.") }
    }

    func run(in session: Session) async throws {
        var query = AuditQuery(
            since: since, until: until, method: method, failed: failed, limit: lines ?? (follow ? 10 : nil),
            service: service)
        if let user {
            guard let number = UserName.number(of: user) else {
                throw CommandFailure(
                    EX_NOUSER, "this machine knows no user '\(user)'", advice: "A number will do as well.")
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
        // journalctl is a process of its own, and must not be left behind. A shell does the like for all of its
        // commands.
        guard session.shared == nil else { return try await show() }
        try await Interruption.cancelling(on: [SIGINT, SIGTERM, SIGHUP], show)
    }
}
