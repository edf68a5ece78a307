import Glibc

/// Reads a file or standard input line by line.
final class LineReader {
    /// A line of the input.
    struct Line {
        /// The text, without the end of the line.
        var text: String

        /// The line number, from 1.
        var number: Int
    }

    /// U+FEFF in UTF-8.
    private static let byteOrderMark = Array("\u{FEFF}".utf8)

    /// The name of standard input in messages.
    static let standardInput = "standard input"

    /// The name of the input in messages: the path, or `standard input`.
    let name: String

    /// The size of the file in bytes; nil when it is not a regular file.
    let size: Int?

    /// The number of bytes in the returned lines.
    private(set) var position = 0

    private let input: InputDescriptor
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false
    private var count = 0

    /// Opens a file.
    ///
    /// - Parameter path: The path; `-` is standard input.
    /// - Throws: ``CommandFailure`` (EX_NOINPUT, EX_IOERR) when the file cannot be opened, or is a directory.
    init(path: String) throws {
        if path == "-" {
            name = Self.standardInput
            input = InputDescriptor(STDIN_FILENO, name: name)
        } else {
            // With O_NONBLOCK, opening a pipe does not wait for a writer (fifo(7)). Reading waits for it later, as for
            // any other input.
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw CommandFailure(reading: path, errno) }
            name = path
            input = InputDescriptor(descriptor, name: name, isOwned: true)
        }
        var found = stat()
        let kind = fstat(input.number, &found) == 0 ? found.st_mode & S_IFMT : 0
        // A directory can be opened, but not read.
        if kind == S_IFDIR { throw CommandFailure(reading: name, EISDIR) }
        size = kind == S_IFREG ? Int(found.st_size) : nil
    }

    /// Returns the next line; nil after the last one.
    ///
    /// A line ends with a line feed, or with a carriage return and a line feed. The last line may lack both. A byte
    /// order mark before the first line is ignored.
    ///
    /// - Throws: ``CommandFailure``: EX_IOERR when reading fails, EX_DATAERR when a line is not UTF-8.
    func next() async throws -> Line? {
        while true {
            if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) { return try line(to: end, skipping: 1) }
            if hasEnded { return start < buffer.count ? try line(to: buffer.count, skipping: 0) : nil }
            buffer.removeFirst(start)
            start = 0
            try await fill()
        }
    }

    /// Whether the next line is not available yet.
    var isPaused: Bool {
        if hasEnded || buffer[start...].contains(UInt8(ascii: "\n")) { return false }
        var waiting = pollfd(fd: input.number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) == 0
    }

    private func fill() async throws {
        let bytes = try await input.read(upTo: 65_536)
        if bytes.isEmpty { hasEnded = true } else { buffer += bytes }
    }

    private func line(to end: Int, skipping separator: Int) throws -> Line {
        count += 1
        let bytes = buffer[start..<end]
        position += bytes.count + separator
        start = end + separator
        var content = bytes
        if count == 1, content.starts(with: Self.byteOrderMark) { content.removeFirst(Self.byteOrderMark.count) }
        if content.last == UInt8(ascii: "\r") { content.removeLast() }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw CommandFailure(EX_DATAERR, "\(name):\(count): the line is not UTF-8")
        }
        return Line(text: text, number: count)
    }
}
