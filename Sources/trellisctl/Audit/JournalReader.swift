import Glibc
import Subprocess
import Varlink

/// Reads the journal, through journalctl(1).
struct JournalReader: Sendable {
    /// What a reading came to.
    struct Outcome: Sendable {
        /// Whether the journal holds more than this user may read.
        var isPartial: Bool
    }

    /// What journalctl is called.
    private static let program = "journalctl"

    /// Reads entries until there are no more, or no more are wanted.
    ///
    /// - Parameters:
    ///   - arguments: What journalctl is given; `--output=json` among it.
    ///   - take: Gets the fields of every entry, and says whether to go on.
    /// - Returns: What the reading came to.
    /// - Throws: ``CommandFailure`` when there is no journalctl (EX_UNAVAILABLE), or it refuses what it is given
    ///   (EX_USAGE); what `take` throws.
    @discardableResult
    func read(
        _ arguments: [String], take: (JSONObject) async throws -> Bool
    ) async throws -> Outcome {
        let result: ExecutionResult<Bool, SequenceOutput, StringOutput<UTF8>>
        do {
            result = try await Subprocess.run(
                .name(Self.program), arguments: Arguments(arguments),
                // Its messages are read below.
                environment: .inherit.updating(["LC_ALL": "C", "SYSTEMD_LOG_LEVEL": "info"]),
                input: .none, output: .sequence, error: .string(limit: 1 << 16)
            ) { execution in
                for try await line in execution.standardOutput.strings() {
                    guard let entry = try? JSONValue(parsing: line).objectValue else { continue }
                    guard try await take(entry) else {
                        try? execution.send(signal: .terminate)
                        return true
                    }
                }
                return false
            }
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandFailure(
                EX_UNAVAILABLE, "there is no \(Self.program) here, and the record of calls is in systemd's journal",
                advice: "Where the log goes elsewhere, look for messages of trellis.audit in it.")
        }
        return try outcome(hasEnough: result.closureResult, result.terminationStatus, messages: result.standardError)
    }

    private func outcome(
        hasEnough: Bool, _ status: TerminationStatus, messages: String
    ) throws(CommandFailure) -> Outcome {
        // journalctl says so with or without success: some of the journal may be this user's own.
        let isPartial =
            messages.contains("You are currently not seeing messages") || messages.contains("insufficient permissions")
        let reason = messages.split(separator: "\n").first { !$0.hasPrefix("--") }
        // Without an entry it exits with 1, and says nothing.
        let isDone = status == .exited(EXIT_SUCCESS) || status == .exited(EXIT_FAILURE) && reason == nil
        if hasEnough || isDone || isPartial { return Outcome(isPartial: isPartial) }
        let isUsage = reason?.hasPrefix("Failed to parse timestamp") ?? false
        throw CommandFailure(
            isUsage ? EX_USAGE : EX_OSERR, "\(Self.program): \(reason ?? "it ended: \(status)")".droppingFullStop)
    }
}

extension CommandFailure {
    /// The user may not read the system's journal.
    static let journalPermission = CommandFailure(
        EX_NOPERM, "you may not read the system's journal, where the record of calls is",
        advice: "Root and the members of the groups systemd-journal and adm may.")
}
