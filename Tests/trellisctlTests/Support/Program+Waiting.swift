import Foundation
import Glibc
import Testing

extension Program {
    /// Waits until the program handles SIGINT, as a shell does while a command runs, and all its threads sleep.
    ///
    /// A command that waits for the other end of a pipe prints nothing, so the states of the threads are read from
    /// proc(5).
    ///
    /// - Throws: A failed expectation if the program ends before.
    func waitUntilItsCommandWaits() async throws {
        var idleCount = 0
        while idleCount < 5 {
            idleCount = try has(.caught, for: SIGINT) && isIdle() ? idleCount + 1 : 0
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The disposition of a signal.
    enum Disposition: String {
        /// The program handles it.
        case caught = "SigCgt:"

        /// The program ignores it.
        case ignored = "SigIgn:"
    }

    /// Whether the program has a disposition for a signal.
    func has(_ disposition: Disposition, for signal: CInt) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(disposition.rawValue) }
        let mask = line.flatMap { UInt64($0.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16) }
        return try #require(mask) & 1 << UInt64(signal - 1) != 0
    }

    private func isIdle() throws -> Bool {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { thread in
            // A thread that has just ended counts as idle.
            guard let stat = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8) else {
                return true
            }
            // The state follows the name, which is in parentheses. A zombie (Z) does not wait.
            try #require(!stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].hasPrefix(") Z"))
            return stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].hasPrefix(") S")
        }
    }
}
