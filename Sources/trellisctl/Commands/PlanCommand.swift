import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl plan`.
struct PlanCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        let plan = try await session.withTimeout { try await host.planReload().plan }
        try ReloadText(plan, .plan).write(in: session)
    }
}

/// The command `trellisctl reload`.
struct ReloadCommand: BuiltInCommand {
    private let hash: String?

    init(_ arguments: ParsedArguments) { hash = arguments.text("plan") }

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        // The plugins determine how long a reload takes.
        let reply = try await session.showingWait {
            try await session.withTimeout(default: nil) { try await host.reload(hash: hash) }
        }
        try ReloadText(reply.plan, .outcome, watching: reply.watched ?? []).write(in: session)
    }
}

extension ReloadText {
    /// Writes the lines, or the plan as JSON.
    fileprivate func write(in session: Session) throws {
        guard session.options.format == .people else {
            return try StandardOutput.write(JSONValue(plan), as: session.options.format)
        }
        for line in lines { try StandardOutput.write(line: line) }
    }
}
