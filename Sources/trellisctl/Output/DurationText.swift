/// Durations in microseconds, for people.
enum DurationText {
    /// A measured duration in one unit: `250 µs`, `1.3 ms`, `12.0 s`.
    static func measured(microseconds span: some BinaryInteger) -> String {
        let span = Int64(clamping: span)
        func tenths(_ unit: Int64) -> String {
            let (whole, rest) = span.quotientAndRemainder(dividingBy: unit / 10)
            let tenths = whole + (rest < unit / 20 ? 0 : 1)
            return "\(tenths / 10).\(tenths % 10)"
        }
        switch span {
        case ..<1_000: return "\(span) µs"
        case ..<999_950: return "\(tenths(1_000)) ms"
        default: return "\(tenths(1_000_000)) s"
        }
    }

    /// A configured duration in the syntax of systemd.time(7): `1h`, `1min 30s`; `0` for zero.
    static func exact(microseconds span: Int) -> String {
        let units = [
            ("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000), ("s", 1_000_000), ("ms", 1_000),
            ("us", 1),
        ]
        var rest = max(0, span)
        let parts = units.compactMap { name, length -> String? in
            let (count, remainder) = rest.quotientAndRemainder(dividingBy: length)
            rest = remainder
            return count > 0 ? "\(count)\(name)" : nil
        }
        return parts.isEmpty ? "0" : parts.joined(separator: " ")
    }
}
