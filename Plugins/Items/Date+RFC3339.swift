import Foundation

extension Date {
    /// Reads a time as RFC 3339 has it, with or without a fraction, in UTC or with an offset.
    ///
    /// - Parameter text: The time; anything else is nil.
    init?(rfc3339 text: String) {
        guard let time = try? Self.rfc3339Style.parse(text), Self.isDay(text.prefix(10)) else { return nil }
        self = time.wholeMilliseconds
    }

    /// Whether a year, a month and a day are one of the calendar: the style takes the 30th of February, too.
    private static func isDay(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return false }
        let isLeapYear = parts[0].isMultiple(of: 4) && !parts[0].isMultiple(of: 100) || parts[0].isMultiple(of: 400)
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[parts[1] - 1]).contains(parts[2])
    }

    private static let rfc3339Style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
