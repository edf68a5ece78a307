import Glibc

/// The terminal while a command shows a text that it replaces regularly, until the user presses `q`.
///
/// The text is on the alternate screen (ECMA-48 private mode 1049, which xterm, tmux and the Linux console have), so that the
/// previous contents of the terminal return afterwards.
final class LiveScreen: Sendable {
    private let before: termios?
    private let input = InputDescriptor(STDIN_FILENO, name: "standard input")

    /// Clears the screen, hides the cursor, and reads keys without waiting for the end of a line.
    ///
    /// - Throws: ``OutputClosed`` when the terminal was closed.
    init() throws {
        var settings = termios()
        if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 {
            before = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        } else {
            before = nil
        }
        try StandardOutput.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Restores the previous contents and settings of the terminal.
    func restore() {
        try? StandardOutput.write("\u{1B}[?25h\u{1B}[?1049l")
        if var before { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    }

    /// The height of the terminal in lines; 24 if it is unknown.
    var rows: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : 24
    }

    /// Replaces the text of the screen.
    ///
    /// - Parameter lines: The lines, at most as many as ``rows``, and not wider than the terminal.
    /// - Throws: ``OutputClosed`` when the terminal was closed; ``CommandFailure`` when writing fails.
    func show(_ lines: [String]) throws {
        // Each line is overwritten and its rest erased, because erasing the whole screen first would flicker.
        let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
        try StandardOutput.write("\u{1B}[H" + text + "\u{1B}[J")
    }

    /// Runs a body until it ends, or the user presses `q` or closes the input.
    ///
    /// - Parameter body: Shows the text.
    /// - Throws: The error of the body.
    func untilQuit(_ body: @escaping @Sendable () async throws -> Void) async throws {
        guard before != nil else { return try await body() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask { [input] in
                while case let keys = try await input.read(upTo: 64), !keys.isEmpty, !keys.contains(UInt8(ascii: "q")) {
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
