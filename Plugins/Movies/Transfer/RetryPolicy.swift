import Foundation

/// When a request is attempted again.
///
/// Only requests that change nothing are made here, so that each of them can be attempted again.
struct RetryPolicy: Sendable {
    /// The longest pause.
    ///
    /// A server that asks for a longer one is not asked again; its client is told how long.
    static let longestPause = Duration.seconds(4)

    /// How often a request is attempted at most.
    var attempts: Int

    /// A number from 0 to 1 by chance, so that those who failed together don't come back together.
    var chance: @Sendable () -> Double = { .random(in: 0...1) }

    /// How long to wait before the next attempt; nil when there shall be none.
    ///
    /// Without a word of the server's, the pause is one by chance between half and the whole of 200 ms, doubled with
    /// each attempt.
    ///
    /// - Parameters:
    ///   - attempt: Which attempt failed, from 1.
    ///   - error: Why.
    /// - Returns: The pause.
    func pause(after attempt: Int, _ error: TransferError) -> Duration? {
        guard attempt < attempts else { return nil }
        switch error {
        case .tooLarge: return nil
        case .busy(let retryAfter?): return retryAfter <= Self.longestPause ? retryAfter : nil
        case .busy(nil), .away:
            let whole = min(.milliseconds(200) * (1 << (attempt - 1)), Self.longestPause)
            return whole * (0.5 + chance() / 2)
        }
    }

    /// What a server says in the header `Retry-After` (RFC 9110, 10.2.3): a number of seconds, or a date.
    ///
    /// - Parameters:
    ///   - text: The value of the header.
    ///   - now: The time of day.
    /// - Returns: How long to wait; nil when the text is neither.
    static func retryAfter(_ text: String, now: Date) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return Int(text).map { .seconds($0) } }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = formatter.date(from: text) else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now).rounded(.up)))
    }
}
