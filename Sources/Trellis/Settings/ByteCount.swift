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
