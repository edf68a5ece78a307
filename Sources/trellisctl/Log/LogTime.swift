import CommandModel
import Glibc
import RFC3339

/// The value of `--since`.
enum LogTime {
    /// Converts a time of RFC 3339, or a duration before now such as `10m`, to RFC 3339 in UTC.
    ///
    /// - Parameter text: The value of the option.
    /// - Returns: The time; nil when the text is neither.
    static func utc(_ text: String) -> String? {
        if let time = Timestamp(rfc3339: text, allowsLeapSecond: true) { return time.rfc3339(fractionDigits: 6) }
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let number = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let unit = number.last.flatMap({ units[$0] }), let count = Int64(number.dropLast()), count >= 0,
            count <= 1_000_000
        else { return nil }
        return TimeText.utc(microseconds: (Int64(time(nil)) - count * unit) * 1_000_000)
    }
}
