import Synchronization
import Varlink

/// The output of one of several hosts that run a command side by side.
///
/// The tasks of a host have its output as a task-local value, so that every line that they write names the host.
struct HostOutput: Sendable {
    /// The output of the host of the current task; nil when the command runs on one host or on this machine.
    @TaskLocal static var current: HostOutput?

    /// The host.
    let host: RemoteHost

    /// The format of replies.
    let format: OutputFormat

    /// Lines of several hosts are written one after another.
    private static let lock = Mutex(())

    /// The width of the name that precedes each line, in columns.
    var width: Int { "\(host): ".count }

    /// Writes lines to standard output: as text with the host in front of each, as JSON in an object with the host.
    ///
    /// - Parameter text: Complete lines.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    func write(_ text: String) throws {
        let marked = format == .people ? marking(text) : marking(json: text)
        try Self.lock.withLock { _ in try StandardOutput.writeUnchanged(marked) }
    }

    /// Writes lines to standard error, with the host in front of each.
    ///
    /// - Parameter text: Complete lines.
    func writeError(_ text: String) {
        Self.lock.withLock { _ in StandardError.writeUnchanged(marking(text)) }
    }

    /// Marks a failure as JSON.
    ///
    /// - Parameter failure: The failure.
    /// - Returns: The failure with the host as its first member.
    func marking(_ failure: JSONObject) -> JSONObject {
        var marked: JSONObject = ["host": .string("\(host)")]
        for member in failure.members { marked[member.key] = member.value }
        return marked
    }

    /// Marks lines of text.
    ///
    /// - Parameter text: Complete lines.
    /// - Returns: The lines with the host in front of each.
    func marking(_ text: String) -> String {
        Self.lines(of: text).map { $0.isEmpty ? "\(host):\n" : "\(host): \($0)\n" }.joined()
    }

    /// Marks JSON texts, each of them on a line.
    ///
    /// An object encloses the text, because a reply may have a member `host` of its own.
    ///
    /// - Parameter text: Complete lines, each of them with the character 0x1E in front in a JSON text sequence.
    /// - Returns: The texts as the member `output` of an object with the member `host`.
    func marking(json text: String) -> String {
        let name = JSONValue.string("\(host)").formatted(.compact)
        return Self.lines(of: text).map { line in
            let separator = line.hasPrefix("\u{1E}") ? "\u{1E}" : ""
            return separator + "{\"host\":\(name),\"output\":\(line.dropFirst(separator.count))}\n"
        }.joined()
    }

    private static func lines(of text: String) -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.last?.isEmpty == true ? lines.dropLast() : lines
    }
}
