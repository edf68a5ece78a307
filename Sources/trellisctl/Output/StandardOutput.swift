import CommandModel
import Glibc
import Varlink

/// The error of a write after the reader has closed standard output.
struct OutputClosed: Error {}

/// Standard output, without a buffer.
enum StandardOutput {
    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Runs a body, and cancels it when the reader closes standard output.
    ///
    /// - Parameter body: Writes to standard output, and may wait between writes.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; the error of the body.
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

    /// Writes a JSON value on a separate line.
    ///
    /// - Parameters:
    ///   - value: The JSON value to write.
    ///   - format: The format: a JSON text sequence, or JSON for any other format.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    static func write(_ value: JSONValue, as format: OutputFormat) throws {
        // RFC 7464, section 2.2: a record separator, the text, a line feed.
        try write(json: (format == .jsonSequence ? "\u{1E}" : "") + value.formatted(.compact))
    }

    /// Writes a JSON text and a newline.
    ///
    /// On a terminal, control characters that JSON allows are escaped.
    ///
    /// - Parameter text: The text, on one line or several.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    static func write(json text: String) throws {
        try write(line: isTerminal ? text.escapingControlCharactersInJSON : text)
    }

    /// Writes a line to standard output.
    ///
    /// - Parameter line: The line, without its newline.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` (EX_IOERR) when writing
    ///   fails for another reason.
    static func write(line: String) throws { try write(line + "\n") }

    /// Writes a text to standard output, without a newline.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` (EX_IOERR) when writing
    ///   fails for another reason.
    static func write(_ text: String) throws {
        if let output = HostOutput.current { return try output.write(text) }
        try writeUnchanged(text)
    }

    /// Writes a text without the name of the current host.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` (EX_IOERR) when writing
    ///   fails for another reason.
    static func writeUnchanged(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
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
            throw CommandFailure(EX_IOERR, "standard output cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}

/// Standard error, for error messages.
enum StandardError {
    /// Writes a line to standard error.
    ///
    /// A failure is ignored.
    static func write(line: String) {
        write(line + "\n")
    }

    /// Writes a text without a newline.
    ///
    /// A failure is ignored.
    static func write(_ text: String) {
        if let output = HostOutput.current { return output.writeError(text) }
        writeUnchanged(text)
    }

    /// Writes a text without the name of the current host.
    ///
    /// A failure is ignored.
    static func writeUnchanged(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            if count > 0 { bytes.removeFirst(count) }
        }
    }
}
