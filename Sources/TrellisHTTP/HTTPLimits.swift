public import Trellis

/// What a request may take.
public struct HTTPLimits: Sendable, Hashable {
    /// How long it may take, from the first connection to the last byte of the answer, with every attempt and every
    /// pause between two.
    public var timeout: Duration

    /// How often it is sent at most, when it is one that can be sent again; 1 for once.
    public var attempts: Int

    /// How many bytes the body of an answer may have; it is kept in memory as a whole.
    public var answerSize: ByteCount

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - timeout: How long a request may take.
    ///   - attempts: How often it is sent at most.
    ///   - answerSize: How many bytes the body of an answer may have.
    public init(timeout: Duration, attempts: Int, answerSize: ByteCount) {
        self.timeout = timeout
        self.attempts = attempts
        self.answerSize = answerSize
    }
}
