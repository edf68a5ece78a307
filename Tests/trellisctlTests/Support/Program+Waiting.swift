import Foundation
import Glibc
import Testing

extension Program {
    /// Waits until it takes SIGINT, as a shell does while a command runs, and none of its threads has anything to do.
    ///
    /// A command that waits for the other side of a pipe tells nobody, so what the kernel says of the threads is looked at (proc(5)).
    ///
    /// - Throws: What ends the test, when it ends before.
    func waitUntilItsCommandWaits() async throws {
        var looks = 0
        while looks < 5 {
            looks = try has(.caught, for: SIGINT) && isIdle() ? looks + 1 : 0
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// What it does about a signal.
    enum Disposition: String {
        /// It takes it.
        case caught = "SigCgt:"

        /// It ignores it.
        case ignored = "SigIgn:"
    }

    /// Whether it has a disposition for a signal.
    func has(_ disposition: Disposition, for signal: CInt) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(disposition.rawValue) }
        let mask = line.flatMap { UInt64($0.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16) }
        return try #require(mask) & 1 << UInt64(signal - 1) != 0
    }

    private func isIdle() throws -> Bool {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { thread in
            // A thread that has ended meanwhile has nothing to do either.
            guard let stat = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8) else {
                return true
            }
            // The state stands behind the name, which is in parentheses. Who has ended does not wait any more.
            try #require(!stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].hasPrefix(") Z"))
            return stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].hasPrefix(") S")
        }
    }
}
