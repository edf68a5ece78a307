import Glibc

/// Tells on a terminal how far a transfer has come.
///
/// Where standard error is no terminal it says nothing.
struct TransferProgress {
    /// How often the line is written, at the most.
    private static let interval = Duration.milliseconds(100)

    private let isShown = isatty(STDERR_FILENO) == 1
    private var isOnScreen = false
    private var last: ContinuousClock.Instant?

    /// Shows how far it has come, unless that was shown a moment ago.
    ///
    /// - Parameters:
    ///   - count: How many lines have been transferred.
    ///   - fraction: The part of the whole that is, from 0 to 1; nil where the whole is not known.
    mutating func show(_ count: Int, fraction: Double? = nil) {
        guard isShown, last.map({ $0.duration(to: .now) >= Self.interval }) ?? true else { return }
        last = .now
        isOnScreen = true
        let part = fraction.map { " (\(Int($0 * 100)) %)" } ?? ""
        write("\r\u{1B}[K\(count) \(count == 1 ? "line" : "lines")\(part)")
    }

    /// Clears the line away.
    mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        StandardError.write(text)
    }
}
