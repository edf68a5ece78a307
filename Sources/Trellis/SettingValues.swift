/// A number of bytes with a text form: `512`, `64K`, `16M`, `2G` (powers of 1024, as in systemd).
public struct ByteCount: Sendable, Hashable, Comparable {
    /// The number of bytes.
    public var bytes: Int

    /// A regular expression for the text form, without anchors and without surrounding spaces.
    static let pattern = "[0-9]+[KMGT]?"

    /// Creates a byte count.
    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// Parses a byte count.
    ///
    /// Returns nil when the text is invalid or the count does not fit into an `Int`.
    ///
    /// - Parameter text: A non-negative integer, optionally followed by one of the suffixes `K`, `M`, `G`, `T`.
    public init?(text: some StringProtocol) {
        var digits = Substring(text).trimmingSpaces()
        var factor = 1
        if let last = digits.last, let power = ["K", "M", "G", "T"].firstIndex(of: last) {
            factor = 1 << (10 * (power + 1))
            digits.removeLast()
        }
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits) else {
            return nil
        }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        self.bytes = bytes
    }

    /// The text form of this count, with the largest suffix that represents it exactly.
    public var text: String {
        for (power, suffix) in [(40, "T"), (30, "G"), (20, "M"), (10, "K")] {
            let factor = 1 << power
            if bytes >= factor, bytes % factor == 0 { return "\(bytes / factor)\(suffix)" }
        }
        return "\(bytes)"
    }

    /// Returns whether one count is smaller than another.
    public static func < (one: ByteCount, other: ByteCount) -> Bool {
        one.bytes < other.bytes
    }
}

extension Duration {
    /// The units of systemd.time(7), with their lengths in nanoseconds.
    ///
    /// A month is 30.44 days and a year 365.25 days, as in systemd.
    private static let units: [(names: [Substring], nanoseconds: Double)] = [
        (["nsec", "ns"], 1),
        (["usec", "us", "µs", "μs"], 1e3),
        (["msec", "ms"], 1e6),
        (["seconds", "second", "sec", "s"], 1e9),
        (["minutes", "minute", "min", "m"], 60e9),
        (["hours", "hour", "hr", "h"], 3_600e9),
        (["days", "day", "d"], 86_400e9),
        (["weeks", "week", "w"], 604_800e9),
        (["months", "month", "M"], 2_629_800e9),
        (["years", "year", "y"], 31_557_600e9),
    ]

    /// A regular expression for the texts that ``init(systemdText:)`` accepts, without anchors and without surrounding
    /// spaces.
    ///
    /// Two numbers are separated by a unit or a space, so that every text has only one interpretation.
    static var pattern: String {
        let unit = "(\(units.flatMap(\.names).joined(separator: "|")))"
        let number = #"[0-9]+(\.[0-9]+)?"#
        return #"\#(number)(\s*\#(unit)\s*\#(number)|\s+\#(number))*(\s*\#(unit))?"#
    }

    /// Parses a duration in the syntax of systemd.time(7): `10s`, `1min 30s`, `1.5h`, `7d`.
    ///
    /// A number without a unit is in seconds. The parts are added, with or without spaces between them. Negative
    /// durations and `infinity` are not supported. For an optional limit, declare an optional setting.
    ///
    /// Returns nil when the text is invalid, or the duration is 4.6 × 10^18 nanoseconds (about 146 years) or longer.
    ///
    /// - Parameter text: A duration, such as `1min 30s`.
    public init?(systemdText text: some StringProtocol) {
        var rest = Substring(text).trimmingSpaces()
        guard !rest.isEmpty else { return nil }
        var nanoseconds = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            guard let first = digits.first, first != ".", digits.last != ".", let number = Double(digits) else {
                return nil
            }
            rest = rest.dropFirst(digits.count).trimmingSpaces()
            let name = rest.prefix { !("0"..."9").contains($0) && !$0.isWhitespace }
            guard let unit = name.isEmpty ? 1e9 : Self.units.first(where: { $0.names.contains(name) })?.nanoseconds
            else { return nil }
            nanoseconds += number * unit
            rest = rest.dropFirst(name.count).trimmingSpaces()
        }
        guard nanoseconds < 4.6e18 else { return nil }
        self = .nanoseconds(Int64(nanoseconds))
    }

    /// This duration in the syntax of systemd.time(7), in the largest units that represent it exactly.
    ///
    /// Examples: `7d`, `1min 30s`, `250ms`; `0` for zero.
    public var systemdText: String {
        let (seconds, attoseconds) = components
        var rest = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        guard rest != 0 else { return "0" }
        var text = ""
        let units: [(String, Int64)] = [
            ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000),
            ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
        ]
        for (name, length) in units where rest / length > 0 {
            text += "\(text.isEmpty ? "" : " ")\(rest / length)\(name)"
            rest %= length
        }
        return text
    }
}

extension Substring {
    /// Returns the text without leading and trailing white space.
    func trimmingSpaces() -> Substring {
        var rest = self.drop { $0.isWhitespace }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}

/// A string that must not be shown, such as a password.
///
/// The descriptions of a secret are masked, so that a printed or logged configuration does not reveal the text.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret text.
    ///
    /// Do not log the text, and do not pass it to a client.
    public let text: String

    /// Creates a secret from its text.
    public init(_ text: String) {
        self.text = text
    }

    /// The string that replaces a secret in descriptions.
    public static let mask = "***"

    /// The ``mask`` instead of the text.
    public var description: String { Self.mask }

    /// The ``mask`` instead of the text.
    public var debugDescription: String { Self.mask }

    /// A mirror without the text.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
