import CommandModel
import Varlink

/// The command `trellisctl doctor`.
struct DoctorCommand: BuiltInCommand {
    /// The exit status when the worst finding is a warning.
    static let warningStatus: Int32 = 1

    /// The exit status when a check failed or crashed.
    static let failureStatus: Int32 = 2

    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let format = session.options.format
        let verdicts = try await Doctor(environment: await .live(session)).run { result in
            if format == .people {
                for line in result.lines { try StandardOutput.write(line: line) }
            } else {
                try StandardOutput.write(.object(result.json), as: format)
            }
        }
        try Self.throwSummary(of: verdicts)
        if format == .people { try StandardOutput.write(line: "No problems found.") }
    }

    /// Throws an error with the number of problems and the exit status of the worst one.
    static func throwSummary(of verdicts: [Finding.Verdict]) throws(CommandFailure) {
        let worst = verdicts.max() ?? .ok
        guard worst >= .warning else { return }
        let counts = [(Finding.Verdict.failure, "failure"), (.crashed, "crashed check"), (.warning, "warning")]
            .compactMap { verdict, noun in
                let count = verdicts.count { $0 == verdict }
                return count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
            }
        throw CommandFailure(
            worst == .warning ? warningStatus : failureStatus, counts.joined(separator: ", "))
    }
}

extension Doctor.Result {
    /// The result as text: the verdict, the name and the message, then the remedy and its commands.
    var lines: [String] {
        let indent = String(repeating: " ", count: 15)
        let verdict = Style.verdict(finding.verdict) + Self.padding(finding.verdict.rawValue, to: 15)
        var lines = [verdict + check + Self.padding(check, to: 13) + finding.message.escapingControlCharacters]
        if let remedy = finding.remedy { lines.append(indent + remedy.escapingControlCharacters) }
        lines += finding.commands.map { "\(indent)    \($0.escapingControlCharacters)" }
        return lines
    }

    private static func padding(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count))
    }
}
