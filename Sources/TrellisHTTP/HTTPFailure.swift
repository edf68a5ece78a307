/// Why a request has no answer, or none that can be used.
public struct HTTPFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Cause: Sendable, Hashable {
        /// No connection could be made: nothing has arrived.
        case noConnection

        /// The connection ended before the whole answer had come.
        case connectionLost

        /// There was no whole answer within the time limit.
        case timeLimit

        /// The answer has more bytes than may be.
        case answerTooLarge

        /// The server answered that it can't: a status of 500 or more (RFC 9110, 15.6).
        case serverError

        /// The server asks to be asked less often: the status 429 (RFC 6585, 4). It did nothing.
        case busy

        /// The server answered, and did nothing: for example, it redirects to where nobody follows.
        case notServed

        /// What the server answered is not what it should be.
        case unreadable
    }

    /// What went wrong.
    public var cause: Cause

    /// The same in words, as the end of a sentence: `no connection to 127.0.0.1:80 could be made: Connection refused`.
    ///
    /// URLs and credentials are not in it.
    public var reason: String

    /// How long the server asks to wait; nil when it does not say.
    public var retryAfter: Duration?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - cause: What went wrong.
    ///   - reason: The same in words, as the end of a sentence.
    ///   - retryAfter: How long the server asks to wait.
    public init(_ cause: Cause, _ reason: String, retryAfter: Duration? = nil) {
        self.cause = cause
        self.reason = reason
        self.retryAfter = retryAfter
    }

    /// The ``reason``.
    public var description: String { reason }

    /// Whether the server may have done what it was asked for.
    public var mayHaveBeenDone: Bool {
        switch cause {
        case .noConnection, .busy, .notServed: false
        case .connectionLost, .timeLimit, .answerTooLarge, .serverError, .unreadable: true
        }
    }

    /// Whether it may go better at once.
    var isTransient: Bool {
        switch cause {
        case .noConnection, .connectionLost, .serverError, .busy: true
        case .timeLimit, .answerTooLarge, .notServed, .unreadable: false
        }
    }
}
