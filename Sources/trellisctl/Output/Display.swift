import Glibc

/// What is known of the place where the output is shown.
struct Display: Sendable {
    /// Whether it is a terminal, with a person before it.
    var isTerminal: Bool

    /// How many columns it has; nil where nothing limits the length of a line.
    var columns: Int?

    /// The display of this process's standard output.
    ///
    /// - Parameter variables: The environment variables: `COLUMNS` tells the width of a terminal that does not tell its
    ///   own.
    /// - Returns: The display.
    static func current(_ variables: [String: String]) -> Display {
        guard StandardOutput.isTerminal else { return Display(isTerminal: false, columns: nil) }
        return Display(isTerminal: true, columns: columns(of: STDOUT_FILENO, variables))
    }

    /// How many columns a terminal has.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - variables: The environment variables.
    /// - Returns: What the terminal says (TIOCGWINSZ in ioctl_tty(2)), else `COLUMNS`, else 80.
    static func columns(of descriptor: CInt, _ variables: [String: String]) -> Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// How wide running text is set: as wide as the display, and 80 columns where there is no width.
    var textColumns: Int { columns ?? 80 }
}
