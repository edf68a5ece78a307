import Glibc
import Subprocess
import Varlink

/// Reads the journal with journalctl(1).
struct JournalReader: Sendable {
    /// The result of reading the journal.
    struct Outcome: Sendable {
        /// Whether the journal has entries that this user may not read.
        var isPartial: Bool
    }

    private static let program = "journalctl"

    /// Reads the entries that the arguments select.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of journalctl, with `--output=json`.
    ///   - take: Receives the fields of each entry, and returns whether to continue.
    /// - Returns: Whether the journal has further entries that the user may not read.
    /// - Throws: ``CommandFailure`` when journalctl is not installed (EX_UNAVAILABLE), or rejects an argument
    ///   (EX_USAGE); the error of `take`.
    @discardableResult
    func read(
        _ arguments: [String], take: (JSONObject) async throws -> Bool
    ) async throws -> Outcome {
        let result: ExecutionResult<Bool, SequenceOutput, StringOutput<UTF8>>
        do {
            result = try await Subprocess.run(
                .name(Self.program), arguments: Arguments(arguments),
                // The messages of journalctl are evaluated below.
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
                EX_UNAVAILABLE,
                "\(Self.program), which reads the audit records from systemd's journal, is not installed",
                advice: "If the daemon does not log to the journal, search its log for messages of trellis.audit.")
        }
        return try outcome(hasEnough: result.closureResult, result.terminationStatus, messages: result.standardError)
    }

    private func outcome(
        hasEnough: Bool, _ status: TerminationStatus, messages: String
    ) throws(CommandFailure) -> Outcome {
        // journalctl prints these messages, with any exit status, when the user may read only a part of the journal.
        let isPartial =
            messages.contains(text: "You are currently not seeing messages")
            || messages.contains(text: "insufficient permissions")
        let reason = messages.split(separator: "\n").first { !$0.hasPrefix("--") }
        // When there is no entry, journalctl exits with status 1 and prints no message.
        let isDone = status == .exited(EXIT_SUCCESS) || status == .exited(EXIT_FAILURE) && reason == nil
        if hasEnough || isDone || isPartial { return Outcome(isPartial: isPartial) }
        let isUsage = reason?.hasPrefix("Failed to parse timestamp") ?? false
        throw CommandFailure(
            isUsage ? EX_USAGE : EX_OSERR,
            "\(Self.program)\(reason.map { ": \($0)" } ?? " \(status.phrase)")".droppingFullStop)
    }
}

extension CommandFailure {
    /// The failure when the user may not read the system's journal.
    static let journalPermission = CommandFailure(
        EX_NOPERM, "you may not read the system's journal, which has the audit records",
        advice: "Root and the members of the groups systemd-journal and adm may read it.")
}
