public import Trellis

/// The limits of a request.
public struct HTTPLimits: Sendable, Hashable {
    /// The maximum duration of a request, from the first connection attempt to the last byte of the response, including
    /// all attempts and the delays between them.
    public var timeout: Duration

    /// The maximum number of attempts for an idempotent request; 1 for no retries.
    public var attempts: Int

    /// The maximum number of bytes of a response body; the body is kept in memory.
    public var responseSize: ByteCount

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - timeout: The maximum duration of a request with all its attempts.
    ///   - attempts: The maximum number of attempts.
    ///   - responseSize: The maximum number of bytes of a response body.
    public init(timeout: Duration, attempts: Int, responseSize: ByteCount) {
        self.timeout = timeout
        self.attempts = attempts
        self.responseSize = responseSize
    }
}
