/// The progress of long work on one line of a terminal: the amount, the rate and the remaining time.
///
/// Each update replaces the line. ``clear()`` removes it, before the program writes other text and at the end.
package struct ProgressLine: Sendable {
    /// The unit of the amount.
    package enum Unit: Sendable {
        /// Bytes, shown as mebibytes of a total.
        case bytes(total: Int)

        /// Lines of a text.
        case lines

        /// Items of a list.
        case items
    }

    /// The minimum time between two updates.
    private static let interval = Duration.milliseconds(100)

    /// The time before which a rate is not known well.
    private static let minimumTime = Duration.seconds(1)

    /// Removes the text of the line on a terminal, and moves to its beginning.
    package static let empty = "\r\u{1B}[K"

    private let unit: Unit
    private let start = ContinuousClock.now
    private let write: (@Sendable (String) -> Void)?
    private var isOnScreen = false
    private var last: ContinuousClock.Instant?

    /// Creates a line, and shows nothing.
    ///
    /// - Parameters:
    ///   - unit: The unit of the amount.
    ///   - write: Writes to the terminal; nil to show nothing.
    package init(of unit: Unit, _ write: (@Sendable (String) -> Void)?) {
        (self.unit, self.write) = (unit, write)
    }

    /// Shows the progress, unless it was updated less than 100 ms ago.
    ///
    /// - Parameters:
    ///   - count: The finished amount.
    ///   - fraction: The finished fraction of lines or items, from 0 to 1; nil when their total is unknown. Default: nil.
    package mutating func show(_ count: Int, fraction: Double? = nil) {
        guard let write, last.map({ $0.duration(to: .now) >= Self.interval }) ?? true else { return }
        last = .now
        isOnScreen = true
        write(Self.empty + Self.text(count, of: unit, fraction: fraction, after: start.duration(to: .now)))
    }

    /// Removes the line.
    package mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        write?(Self.empty)
    }

    /// The progress as text: `12 of 48 MiB, 4.0 MiB/s, 9 s left` or `400 lines (25 %), 120 lines/s, 10 s left`.
    ///
    /// - Parameters:
    ///   - count: The finished amount.
    ///   - unit: The unit of the amount.
    ///   - fraction: The finished fraction of lines or items; nil when it is unknown.
    ///   - time: The time since the start. The text has no rate in the first second.
    /// - Returns: The text.
    package static func text(_ count: Int, of unit: Unit, fraction: Double? = nil, after time: Duration) -> String {
        let seconds = time / .seconds(1)
        let rate = count > 0 && time >= minimumTime ? Double(count) / seconds : nil
        let (amount, speed, done): (String, String?, Double?)
        switch unit {
        case .bytes(let total):
            amount = "\(count >> 20) of \(total >> 20) MiB"
            speed = rate.map { "\(decimal($0 / Double(1 << 20))) MiB/s" }
            done = total > 0 ? Double(count) / Double(total) : 1
        case .lines, .items:
            let noun = if case .lines = unit { "line" } else { "item" }
            amount = "\(count) \(noun)\(count == 1 ? "" : "s")" + (fraction.map { " (\(Int($0 * 100)) %)" } ?? "")
            speed = rate.map { "\($0 < 10 ? decimal($0) : "\(Int($0.rounded()))") \(noun)s/s" }
            done = fraction
        }
        guard let speed else { return amount }
        guard let done, done > 0 else { return "\(amount), \(speed)" }
        return "\(amount), \(speed), \(text(ofSeconds: max(0, seconds * (1 - done) / done))) left"
    }

    /// A duration, rounded up: `9 s`, `3 min`.
    private static func text(ofSeconds seconds: Double) -> String {
        // A number with an error of its representation is not rounded up to the next second.
        let whole = (seconds - 1e-9).rounded(.up)
        return whole < 120 ? "\(Int(whole)) s" : "\(Int(min(whole / 60, 1e9).rounded(.up))) min"
    }

    /// A number with one decimal.
    private static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
