import Glibc

/// Shows the progress of a transfer on standard error, if standard error is a terminal.
struct TransferProgress {
    /// The minimum time between two updates.
    private static let interval = Duration.milliseconds(100)

    private let isShown = isatty(STDERR_FILENO) == 1
    private var isOnScreen = false
    private var last: ContinuousClock.Instant?

    /// Shows the progress, unless it was updated less than 100 ms ago.
    ///
    /// - Parameters:
    ///   - count: The number of transferred lines.
    ///   - fraction: The transferred fraction, from 0 to 1; nil when the total is unknown.
    mutating func show(_ count: Int, fraction: Double? = nil) {
        guard isShown, last.map({ $0.duration(to: .now) >= Self.interval }) ?? true else { return }
        last = .now
        isOnScreen = true
        let part = fraction.map { " (\(Int($0 * 100)) %)" } ?? ""
        write("\r\u{1B}[K\(count) \(count == 1 ? "line" : "lines")\(part)")
    }

    /// Clears the line.
    mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        StandardError.write(text)
    }
}
