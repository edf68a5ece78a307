import Glibc

/// The format of log lines on a console.
public struct ConsoleStyle: Sendable, Hashable {
    /// Whether levels, labels and metadata have colors (ANSI escape sequences).
    public var isColored: Bool
    /// Whether a line begins with the date, the time and the offset from UTC, as in a file, or with the time of day alone.
    public var showsDate: Bool
    /// Whether each line is a JSON object, for programs that collect logs.
    public var isJSON = false

    /// Creates a style.
    public init(isColored: Bool, showsDate: Bool) {
        self.isColored = isColored
        self.showsDate = showsDate
    }

    /// The style for a file or a pipe: no colors, with the date.
    public static let plain = ConsoleStyle(isColored: false, showsDate: true)

    /// Returns the style for a descriptor: the time of day and colors on a terminal, otherwise ``plain``.
    ///
    /// Colors are off if `NO_COLOR` is set and not empty (no-color.org), or if `TERM` is unset, empty or `dumb`.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor that lines are written to.
    ///   - variables: The environment variables, of which `NO_COLOR` and `TERM` are read.
    /// - Returns: A style with colors and without dates for a terminal, otherwise ``plain``.
    public static func detected(descriptor: Int32, variables: [String: String]) -> ConsoleStyle {
        guard isatty(descriptor) == 1 else { return .plain }
        let hasColors =
            variables["NO_COLOR", default: ""].isEmpty && !["", "dumb"].contains(variables["TERM", default: ""])
        return ConsoleStyle(isColored: hasColors, showsDate: false)
    }
}
