import Glibc

/// How log lines look on a console.
public struct ConsoleStyle: Sendable, Hashable {
    /// Whether levels, labels and metadata have colours (ANSI escape sequences).
    public var isColored: Bool
    /// Whether a line begins with the date, the time and the offset from UTC, for a file; or else with the time of day
    /// alone, for a person.
    public var showsDate: Bool

    /// Sets the style.
    public init(isColored: Bool, showsDate: Bool) {
        self.isColored = isColored
        self.showsDate = showsDate
    }

    /// Lines for a file or a pipe: no colour, with date.
    public static let plain = ConsoleStyle(isColored: false, showsDate: true)

    /// The style for a descriptor: the time of day and colours on a terminal, else ``plain``.
    ///
    /// No colours either when `NO_COLOR` is set and not empty (no-color.org), or when `TERM` is missing or `dumb`.
    ///
    /// - Parameters:
    ///   - descriptor: Where the lines go.
    ///   - environment: Where `NO_COLOR` and `TERM` are looked up.
    /// - Returns: The style.
    public static func detected(descriptor: Int32, environment: ServiceEnvironment) -> ConsoleStyle {
        guard isatty(descriptor) == 1 else { return .plain }
        let terminal = environment["TERM"] ?? "dumb"
        return ConsoleStyle(isColored: environment["NO_COLOR"] == nil && terminal != "dumb", showsDate: false)
    }
}
