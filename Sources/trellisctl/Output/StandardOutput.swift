import Glibc
import Varlink

/// The reader of the output has gone: there is nobody to print for.
struct OutputClosed: Error {}

/// Standard output, written at once.
enum StandardOutput {
    /// Whether it is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Sees to it that a standard descriptor that is closed at the start is not given to something else, such as the
    /// connection to the daemon, which would be read or written in its place: reading and writing it fails.
    static func reserveDescriptors() {
        // The lowest number that is free is given: open(2).
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Runs a body that prints what comes when it likes, and ends it when the reader of the output goes away meanwhile.
    ///
    /// - Parameter body: What to do.
    /// - Throws: ``OutputClosed`` when the reader has gone; what the body throws.
    static func whileItIsRead(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await OutputMonitor.waitForClosedReader()
                throw OutputClosed()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Writes a JSON value in a line of its own.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: As a JSON text sequence, or else as JSON alone.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    static func write(_ value: JSONValue, as format: OutputFormat) throws {
        // RFC 7464, section 2.2: a record separator, the text, a line feed.
        try write(json: (format == .jsonSequence ? "\u{1E}" : "") + value.formatted(.compact))
    }

    /// Writes a JSON text and a newline.
    ///
    /// On a terminal, control characters that JSON allows are escaped.
    ///
    /// - Parameter text: The text, on one line or several.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    static func write(json text: String) throws {
        try write(line: isTerminal ? text.escapingControlCharactersInJSON : text)
    }

    /// Writes a line.
    ///
    /// - Parameter line: The line, without its newline.
    /// - Throws: ``OutputClosed`` when the reader has gone, and ``CommandFailure`` when writing fails otherwise.
    static func write(line: String) throws {
        var bytes = Array(line.utf8)[...]
        bytes.append(UInt8(ascii: "\n"))
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { bytes.removeFirst(count) }
            if count >= 0 || errno == EINTR { continue }
            if errno == EAGAIN {
                var poll = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                Glibc.poll(&poll, 1, -1)
                continue
            }
            if errno == EPIPE { throw OutputClosed() }
            throw CommandFailure(EX_IOERR, "standard output can't be written: \(String(cString: strerror(errno)))")
        }
    }
}

/// Standard error, for what goes wrong.
enum StandardError {
    /// Writes a line.
    ///
    /// Nothing can be done when that fails, so nothing is.
    static func write(line: String) {
        write(line + "\n")
    }

    /// Writes a text.
    ///
    /// Nothing can be done when that fails, so nothing is.
    static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            if count > 0 { bytes.removeFirst(count) }
        }
    }
}
