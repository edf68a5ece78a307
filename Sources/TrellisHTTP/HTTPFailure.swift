/// The failure of a request: the response is missing or cannot be used.
public struct HTTPFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause of a failure.
    public enum Cause: Sendable, Hashable {
        /// The connection could not be established; the server did not receive the request.
        case noConnection

        /// The connection was lost before the response was complete.
        case connectionLost

        /// The response was not complete within the timeout.
        case timeout

        /// The response exceeds the size limit.
        case responseTooLarge

        /// The server responded with a status of 500 or more (RFC 9110, 15.6).
        case serverError

        /// The server responded with the status 429 and did not process the request (RFC 6585, 4).
        case rateLimited

        /// The server responded without processing the request, for example with a redirect that is not followed.
        case notProcessed

        /// The response has an unexpected format.
        case invalidResponse
    }

    /// The cause of the failure.
    public var cause: Cause

    /// A description without a full stop, such as `cannot connect to 127.0.0.1:80: Connection refused`.
    ///
    /// The description contains no URLs and no credentials.
    public var reason: String

    /// The delay that the server requested before the next attempt; nil when it did not request one.
    public var retryAfter: Duration?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - cause: The cause of the failure.
    ///   - reason: A description without a full stop.
    ///   - retryAfter: The delay that the server requested before the next attempt.
    public init(_ cause: Cause, _ reason: String, retryAfter: Duration? = nil) {
        self.cause = cause
        self.reason = reason
        self.retryAfter = retryAfter
    }

    /// The ``reason``.
    public var description: String { reason }

    /// Whether the server may have processed the request.
    public var mayHaveTakenEffect: Bool {
        switch cause {
        case .noConnection, .rateLimited, .notProcessed: false
        case .connectionLost, .timeout, .responseTooLarge, .serverError, .invalidResponse: true
        }
    }

    /// Whether another attempt may succeed.
    var isTransient: Bool {
        switch cause {
        case .noConnection, .connectionLost, .serverError, .rateLimited: true
        case .timeout, .responseTooLarge, .notProcessed, .invalidResponse: false
        }
    }
}
