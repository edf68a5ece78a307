import RFC3339

extension Timestamp {
    /// Returns the local time of day, `06:20:01.123`, or the date and the time in the form of RFC 3339,
    /// `2026-11-21T06:20:01.123+01:00`.
    func consoleText(showsDate: Bool) -> String {
        let text = rfc3339(fractionDigits: 3, offset: localOffset)
        return showsDate ? text : String(text.dropFirst("2026-11-21T".count).prefix("06:20:01.123".count))
    }
}
