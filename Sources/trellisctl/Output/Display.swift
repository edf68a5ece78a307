import Glibc

/// The properties of the display of standard output.
struct Display: Sendable {
    /// Whether the output is a terminal.
    var isTerminal: Bool

    /// The number of columns; nil if the length of a line is unlimited.
    var columns: Int?

    /// The display of this process's standard output.
    ///
    /// - Parameter variables: The environment variables. `COLUMNS` is the width of a terminal that does not report one.
    /// - Returns: Whether standard output is a terminal, and its width.
    static func current(_ variables: [String: String]) -> Display {
        guard StandardOutput.isTerminal else { return Display(isTerminal: false, columns: nil) }
        return Display(isTerminal: true, columns: columns(of: STDOUT_FILENO, variables))
    }

    /// Returns the width of a terminal in columns.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the terminal.
    ///   - variables: The environment variables, of which `COLUMNS` is used.
    /// - Returns: The value of TIOCGWINSZ (ioctl_tty(2)), otherwise that of `COLUMNS`, otherwise 80.
    static func columns(of descriptor: CInt, _ variables: [String: String]) -> Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// The width to which text is wrapped: that of the display, or 80 columns if it is unlimited.
    var textColumns: Int { columns ?? 80 }
}
