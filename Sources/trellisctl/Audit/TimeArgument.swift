import Glibc
import RFC3339
import Subprocess

/// A time on the command line, in the format of RFC 3339 or systemd.time(7).
enum TimeArgument {
    /// Returns a time in the format of RFC 3339, in UTC, with microseconds.
    ///
    /// Any other format is parsed by systemd-analyze(1), so that all formats of systemd.time(7) are accepted.
    ///
    /// - Parameters:
    ///   - text: The time, such as `yesterday`, `-1h` or `2026-01-31 11:00`.
    ///   - option: The name of the option, for the message.
    /// - Returns: The time in the format of RFC 3339, in UTC.
    /// - Throws: ``CommandFailure``: EX_USAGE for an invalid time, EX_UNAVAILABLE when systemd-analyze is missing.
    static func parse(_ text: String, option: String) async throws -> String {
        if let time = Timestamp(rfc3339: text, allowsLeapSecond: true) { return time.rfc3339(fractionDigits: 6) }
        let program = "systemd-analyze"
        do {
            let result = try await Subprocess.run(
                .name(program), arguments: ["timestamp", "--", text],
                environment: .inherit.updating(["LC_ALL": "C"]), input: .none, output: .string(limit: 1 << 16),
                error: .discarded)
            if result.terminationStatus.isSuccess, let time = microseconds(in: result.standardOutput) {
                return TimeText.utc(microseconds: time)
            }
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandFailure(
                EX_UNAVAILABLE, "\(program), which reads the time '\(text)', is not installed",
                advice: "Write the time as in RFC 3339: 2026-01-31T11:00:00Z.")
        }
        throw CommandFailure(
            EX_USAGE, "invalid value for --\(option): expected a time as in systemd.time(7), got '\(text)'",
            advice: "Examples: yesterday, -1h, '2026-01-31 11:00', 2026-01-31T11:00:00Z.")
    }

    /// Finds the time in the output of `systemd-analyze timestamp`: `UNIX seconds: @1795385941.140721`.
    static func microseconds(in output: String) -> Int64? {
        let label = "UNIX seconds: @"
        for line in output.split(separator: "\n").map({ $0.drop { $0 == " " } }) where line.hasPrefix(label) {
            let parts = line.dropFirst(label.count).split(separator: ".", maxSplits: 1)
            guard let seconds = parts.first.flatMap({ Int64($0) }) else { return nil }
            let fraction = parts.count == 2 ? String(parts[1].prefix(6)) : ""
            guard let part = Int64(fraction + String(repeating: "0", count: 6 - fraction.count)) else { return nil }
            let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
            let (time, isOutOfRange) = whole.addingReportingOverflow(part)
            return isTooLarge || isOutOfRange ? nil : time
        }
        return nil
    }
}
