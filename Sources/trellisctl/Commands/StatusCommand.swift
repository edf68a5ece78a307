import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl status`.
struct StatusCommand {
    private let checks: Bool

    /// Reads the parameters from the parsed command line.
    init(_ arguments: ParsedArguments) { checks = arguments.has("check") }

    /// Runs the command.
    ///
    /// - Parameter session: The context of the command.
    /// - Returns: The exit status: 0, or with `--check` that of the ``StatusCheck``.
    /// - Throws: Without `--check`, ``CommandFailure`` when the command fails, and the error of a call; ``OutputClosed`` when
    ///   the reader of the output closes it; `CancellationError` when the command is cancelled.
    func run(in session: Session) async throws -> Int32 {
        let reply: HostContract.DescribeReply
        do {
            let connection = try await session.connect()
            reply = try await session.withTimeout { try await HostClient(connection).describe() }
        } catch {
            switch error {
            case is OutputClosed, is Interruption, is CancellationError: throw error
            default: return try report(error, in: session)
            }
        }
        let check = StatusCheck(of: reply)
        if checks, session.options.format == .people {
            try StandardOutput.write(line: check.line)
        } else {
            try print(reply, in: session)
        }
        return checks ? check.status.rawValue : StatusCheck.Status.ok.rawValue
    }

    /// Reports that the daemon did not describe itself: with `--check` as the result of the command, otherwise as its failure.
    private func report(_ error: any Error, in session: Session) throws -> Int32 {
        guard checks else { throw error }
        var failure = CommandFailure(call: error)
        let check = StatusCheck(failure: failure)
        failure.exitStatus = check.status.rawValue
        guard session.options.format == .people else { throw failure }
        try StandardOutput.write(line: check.line)
        return failure.exitStatus
    }

    private func print(_ reply: HostContract.DescribeReply, in session: Session) throws {
        guard session.options.format == .people else {
            return try StandardOutput.write(JSONValue(reply), as: session.options.format)
        }
        for line in StatusProblems(reply.problems ?? []).lines { try StandardOutput.write(line: line) }
        let started = session.display.isTerminal ? TimeText.local(reply.started) ?? reply.started : reply.started
        try FieldPrinter.print([
            ("daemon", "trellisd \(reply.version.escapingControlCharacters)"),
            ("status", reply.status.escapingControlCharacters),
            ("process", "\(reply.pid), since \(started.escapingControlCharacters)"),
            ("plugins", "\(reply.running) of \(reply.enabled) running"),
            ("configuration", (reply.configuration ?? "none").escapingControlCharacters),
            ("state", reply.stateDirectory.escapingControlCharacters),
            (session.host == nil ? "socket" : "host", "\(session.address)".escapingControlCharacters),
        ])
    }
}
