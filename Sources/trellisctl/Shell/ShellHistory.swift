import Glibc

/// The lines that were given in shells before, kept in a file: `trellis/history` in `$XDG_STATE_HOME`, or else in
/// `~/.local/state` (XDG Base Directory Specification).
///
/// What can't be kept is not: a shell works without a history.
struct ShellHistory {
    /// How many lines are kept.
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
        if text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > 2 * Self.limit { rewrite() }
    }

    /// Adds a line, unless it repeats the one before, is empty, or starts with a blank, by which a person keeps it to
    /// himself.
    ///
    /// - Parameter line: The line.
    mutating func add(_ line: String) {
        guard !line.isEmpty, line.first != " ", line != lines.last, !line.contains("\n") else { return }
        lines = (lines + [line]).suffix(Self.limit)
        guard let path else { return }
        Self.makeFolder(of: path)
        // Appended in one piece, so that shells side by side don't tear each other's lines.
        Self.write(line + "\n", to: path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC)
    }

    private func rewrite() {
        guard let place = path.map(FileSink.followingLinks) else { return }
        let new = "\(place).new"
        Self.write(lines.map { $0 + "\n" }.joined(), to: new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
        _ = rename(new, place)
    }

    private static func path(_ variables: [String: String]) -> String? {
        // A relative path is to be ignored, says the specification.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/trellis/history" }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/trellis/history"
    }

    private static func makeFolder(of path: String) {
        var made = ""
        for part in path.split(separator: "/").dropLast() {
            made += "/\(part)"
            _ = mkdir(made, 0o700)
        }
    }

    private static func text(of path: String) -> String? {
        // Not waiting: what is a pipe for some reason holds no history.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String, _ flags: CInt) {
        // For the user alone: a line may hold what is nobody else's business.
        let descriptor = open(path, flags | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
