import Glibc

/// The history of the user's shells: the file `trellis/history` in `$XDG_STATE_HOME`, by default `~/.local/state` (XDG
/// Base Directory Specification).
///
/// Only the user can read the file. The file is always complete: a line is appended by one write(2), and a shortened
/// history replaces the file atomically. If the file cannot be read or written, the shell has no history.
struct ShellHistory {
    /// The maximum number of lines.
    static let limit = 1000

    /// The lines, the oldest first.
    private(set) var lines: [String] = []

    private let path: String?

    /// Reads the history from the file that the environment variables determine.
    init(_ variables: [String: String]) {
        path = Self.path(variables)
        guard let path, let text = Self.text(of: path) else { return }
        lines = text.split(separator: "\n").suffix(Self.limit).map(String.init)
        if text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > 2 * Self.limit { Self.replace(path, with: lines) }
    }

    /// Adds a line, unless it equals the newest one, is empty, or has several lines.
    ///
    /// A line that starts with a space is not added, so that a user can hide a command.
    ///
    /// - Parameter line: The text that was entered.
    /// - Returns: Whether the line was added.
    mutating func add(_ line: String) -> Bool {
        guard !line.isEmpty, line.first != " ", line != lines.last, !line.contains("\n" as Character) else {
            return false
        }
        lines = (lines + [line]).suffix(Self.limit)
        if let path { Self.append(line, to: path) }
        return true
    }

    // MARK: - The file

    private static func path(_ variables: [String: String]) -> String? {
        // The specification requires that a relative path is ignored.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/trellis/history" }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/trellis/history"
    }

    private static func text(of path: String) -> String? {
        // With O_NONBLOCK, opening a pipe does not wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ line: String, to path: String) {
        makeFolders(of: path)
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // The last line of the file may be incomplete, if the disk was full.
        var (status, last) = (stat(), UInt8(ascii: "\n"))
        if fstat(descriptor, &status) == 0, status.st_size > 0 { _ = pread(descriptor, &last, 1, status.st_size - 1) }
        // The line is written by one write(2), so that the lines of concurrent shells do not interleave.
        _ = write((last == UInt8(ascii: "\n") ? "" : "\n") + line + "\n", to: descriptor)
    }

    /// Replaces the file atomically.
    private static func replace(_ path: String, with lines: [String]) {
        let target = AtomicFile.followingLinks(path)
        var name = Array("\(target).XXXXXX".utf8CString)
        // mkstemp(3) creates the file with mode 0600.
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let isComplete = write(lines.map { $0 + "\n" }.joined(), to: descriptor) && fsync(descriptor) == 0
        if !isComplete || rename(name, target) != 0 { unlink(name) }
    }

    private static func makeFolders(of path: String) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            _ = mkdir(folder, 0o700)
        }
    }

    private static func write(_ text: String, to descriptor: CInt) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    }
}
