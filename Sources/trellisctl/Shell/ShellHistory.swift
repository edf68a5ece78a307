import Glibc

/// The lines of earlier shells, in a file for the user alone: `trellis/history` in `$XDG_STATE_HOME`, or else in
/// `~/.local/state` (XDG Base Directory Specification).
///
/// The file is complete at any moment: a line is appended by one write, and a shorter history replaces the file. A shell
/// works without a file that can't be read or written.
struct ShellHistory {
    /// The maximum number of lines.
    static let limit = 1000

    /// The lines, the oldest first.
    private(set) var lines: [String] = []

    private let path: String?

    /// Reads the history.
    ///
    /// - Parameter variables: The environment variables.
    init(_ variables: [String: String]) {
        path = Self.path(variables)
        guard let path, let text = Self.text(of: path) else { return }
        lines = text.split(separator: "\n").suffix(Self.limit).map(String.init)
        if text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > 2 * Self.limit { Self.replace(path, with: lines) }
    }

    /// Adds a line, unless it equals the newest one, is empty, or has several lines.
    ///
    /// A line that starts with a blank is kept out, which lets a user hide a command.
    ///
    /// - Parameter line: The line.
    /// - Returns: Whether the line was added.
    mutating func add(_ line: String) -> Bool {
        guard !line.isEmpty, line.first != " ", line != lines.last, !line.contains("\n") else { return false }
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
        // Without waiting: a pipe at the path has no history.
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
        // A full disk may have cut the line before off.
        var (status, last) = (stat(), UInt8(ascii: "\n"))
        if fstat(descriptor, &status) == 0, status.st_size > 0 { _ = pread(descriptor, &last, 1, status.st_size - 1) }
        // By one write, so that shells side by side don't interleave their lines.
        _ = write((last == UInt8(ascii: "\n") ? "" : "\n") + line + "\n", to: descriptor)
    }

    /// Replaces the file, so that a crash leaves the old one or the new one.
    private static func replace(_ path: String, with lines: [String]) {
        let target = AtomicFile.followingLinks(path)
        var name = Array("\(target).XXXXXX".utf8CString)
        // Creates the file for the user alone.
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
