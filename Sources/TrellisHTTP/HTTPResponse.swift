public import Foundation

/// An HTTP response.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code (RFC 9110, 15).
    public var status: Int

    /// The headers, by lowercase names.
    ///
    /// Multiple values of a name are joined with `, `.
    public var headers: [String: String]

    /// The complete body; empty if the response has none.
    public var body: [UInt8]

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code, such as 200.
    ///   - headers: The headers, by lowercase names.
    ///   - body: The complete body. Default: empty.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The media type of the `Content-Type` header in lowercase without parameters, such as `application/json`; nil when
    /// there is no such header.
    public var mediaType: String? {
        headers["content-type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// The longest delay that ``retryAfter(at:)`` returns: one day.
    public static let longestRetryAfter = Duration.seconds(86_400)

    /// Returns the delay that the server requests in the `Retry-After` header, a number of seconds or a date (RFC 9110,
    /// 10.2.3).
    ///
    /// - Parameter now: The current time.
    /// - Returns: The delay, from zero to ``longestRetryAfter``; nil when the response has no such header, or its value
    ///   is neither a number nor a date.
    public func retryAfter(at now: Date) -> Duration? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that does not fit into an Int counts as the longest delay.
            return min(Int(text).map { .seconds($0) } ?? Self.longestRetryAfter, Self.longestRetryAfter)
        }
        guard let date = Self.date(in: text) else { return nil }
        return min(.seconds(max(0, date.timeIntervalSince(now).rounded(.up))), Self.longestRetryAfter)
    }

    /// The time at which the server sent the response, by its clock (RFC 9110, 6.6.1); nil without a valid `Date` header.
    public var date: Date? { headers["date"].flatMap(Self.date(in:)) }

    /// Parses a date in the form that servers send (RFC 9110, 5.6.7).
    private static func date(in text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
