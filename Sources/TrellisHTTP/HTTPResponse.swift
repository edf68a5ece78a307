public import Foundation

/// The answer to a request.
public struct HTTPResponse: Sendable, Hashable {
    /// The status (RFC 9110, 15).
    public var status: Int

    /// The headers: names in lower case, several values of one name joined by `, `.
    public var headers: [String: String]

    /// What was sent along.
    public var body: [UInt8]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The headers, their names in lower case.
    ///   - body: What was sent along.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// What the header `Content-Type` says, without its parameters, in lower case: `application/json`; nil when there
    /// is none.
    public var mediaType: String? {
        headers["content-type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// The longest delay that ``retryAfter(at:)`` returns: a day.
    public static let longestRetryAfter = Duration.seconds(86_400)

    /// The delay that the server requests in the header `Retry-After`: a number of seconds, or a date (RFC 9110,
    /// 10.2.3).
    ///
    /// - Parameter now: The time of day.
    /// - Returns: The delay, zero for a date in the past, at most ``longestRetryAfter``; nil when there is no such
    ///   header, or its value is neither a number nor a date.
    public func retryAfter(at now: Date) -> Duration? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Digits that exceed an Int are a long delay, too.
            return min(Int(text).map { .seconds($0) } ?? Self.longestRetryAfter, Self.longestRetryAfter)
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = formatter.date(from: text) else { return nil }
        return min(.seconds(max(0, date.timeIntervalSince(now).rounded(.up))), Self.longestRetryAfter)
    }
}
